package main

import (
	"bytes"
	"fmt"
	raster "image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"

	"convo/scripts/must"
)

// dot is an image of 8 by 8 points.
func dot() []byte {
	gray := raster.NewGray(raster.Rect(0, 0, 8, 8))
	for i := range gray.Pix {
		gray.Pix[i] = byte(3 * i)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, gray); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// settings are the settings that each program needs to call our server, by their
// place in the home folder.
func settings(server string) map[string]string {
	return map[string]string{
		".codex/config.toml": fmt.Sprintf(`model = "m1"
model_provider = "here"
model_context_window = 1000000
model_auto_compact_token_limit = 900000
check_for_update_on_startup = false
[model_providers.here]
name = "here"
base_url = "%s/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
`, server),
		".config/opencode/opencode.json": fmt.Sprintf(`{"$schema":"https://opencode.ai/config.json","autoupdate":false,"share":"disabled",
"model":"here/m1","small_model":"here/m1","permission":{"*":"allow"},"provider":{"here":{"npm":"@ai-sdk/openai-compatible","name":"here",
"options":{"baseURL":"%s/v1","apiKey":"x"},"models":{%s,%s}}}}`, server, opencodeModel("m1"), opencodeModel("m2")),
		".gemini/settings.json": `{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},
"general":{"disableAutoUpdate":true,"sessionRetention":{"enabled":false}},"model":{"compressionThreshold":0.5}}`,
		".gemini/projects.json":   fmt.Sprintf(`{"projects":{%q:"harbour"}}`, folder),
		".pi/agent/settings.json": `{"compaction":{"enabled":true,"reserveTokens":16384,"keepRecentTokens":1}}`,
		".pi/agent/models.json": fmt.Sprintf(`{"providers":{"here":{"baseUrl":"%s/v1","api":"openai-completions","apiKey":"x","models":[%s,%s]}}}`,
			server, piModel("m1"), piModel("m2")),
	}
}

func opencodeModel(name string) string {
	return fmt.Sprintf(`"%s":{"name":"%[1]s","reasoning":true,"attachment":true,"modalities":{"input":["text","image"],"output":["text"]},"limit":{"context":1000000,"output":4000}}`, name)
}

func piModel(name string) string {
	return fmt.Sprintf(`{"id":"%s","name":"%[1]s","reasoning":true,"input":["text","image"],"cost":{"input":1,"output":2,"cacheRead":0.1,"cacheWrite":0},"contextWindow":1000000,"maxTokens":4000}`, name)
}

// environment is what the programs see of the process' own: the path, and where
// our server is.
func environment(server string) []string {
	home := filepath.Dir(folder)
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "USER=ingrid", "LANG=C.UTF-8", "TZ=UTC", "NO_COLOR=1", "CI=1", "TERM=dumb", "IS_SANDBOX=1",
		"XDG_DATA_HOME=" + home + "/.local/share", "XDG_CONFIG_HOME=" + home + "/.config", "XDG_STATE_HOME=" + home + "/.local/state", "XDG_CACHE_HOME=" + home + "/.cache",
		"ANTHROPIC_BASE_URL=" + server, "ANTHROPIC_API_KEY=sk-test", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1",
		"OPENAI_API_KEY=sk-test", "OPENAI_BASE_URL=" + server + "/v1", "CODEX_HOME=" + home + "/.codex",
		"GEMINI_API_KEY=g-test", "GOOGLE_GEMINI_BASE_URL=" + server, "GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_TELEMETRY_ENABLED=false",
	}
}

// furnish makes a new home folder, in place of the one before.
func furnish(server string) {
	home := filepath.Dir(folder)
	must.Do(os.RemoveAll(home))
	must.Do(os.MkdirAll(folder, 0o755))
	list := settings(server)
	list["harbour/dot.png"] = string(dot())
	for name, text := range list {
		write(filepath.Join(home, name), []byte(text))
	}
	must.Do(exec.Command("git", "init", "-q", folder).Run())
}

// write writes a file, and the folders above it.
func write(name string, data []byte) {
	must.Do(os.MkdirAll(filepath.Dir(name), 0o755))
	must.Do(os.WriteFile(name, data, 0o644))
}
