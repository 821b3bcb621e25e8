package shapes
import ("encoding/json";"os";"testing")
func TestDump(t *testing.T){ b,_:=json.Marshal(All()); os.WriteFile("/tmp/shapes.json",b,0o600)}
