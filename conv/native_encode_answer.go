package conv

func (e encoder) answer(m *AssistantMessage) {
	field := e.out.OptField
	if e.Filled {
		field = e.out.Field
	}
	protocol := "protocol"
	if e.API {
		protocol = "api"
	}
	field(protocol, string(m.Protocol))
	field("provider", m.Provider)
	field("model", m.Model)
	if !e.ByTime {
		e.response(m)
	}
	if m.Usage != nil {
		e.out.Key("usage")
		e.usage(m.Usage)
	}
	field("stopReason", string(m.StopReason))
	if m.StopDetail != nil {
		e.out.Key("stopDetail")
		e.stopDetail(m.StopDetail)
	}
	if !e.ByTime {
		e.out.OptField("errorMessage", m.ErrorMessage)
	}
	if len(m.Diagnostics) > 0 {
		e.out.ArrayField("diagnostics")
		for i := range m.Diagnostics {
			e.diagnostic(&m.Diagnostics[i])
		}
		e.out.EndArray()
	}
	if e.Filled {
		e.out.IntField("timestamp", m.Timestamp)
	} else {
		e.out.OptInt("timestamp", m.Timestamp)
	}
	if e.ByTime {
		e.response(m)
		e.out.OptField("errorMessage", m.ErrorMessage)
	}
	e.meta(&m.Meta)
}

// response writes what only the server says of an answer.
func (e encoder) response(m *AssistantMessage) {
	e.out.OptField("responseModel", m.ResponseModel)
	e.out.OptField("responseId", m.ResponseID)
	e.out.OptField("providerRequestId", m.ProviderRequestID)
}

func (e encoder) stopDetail(d *StopDetail) { e.object(&d.Node, d.members()) }

func (e encoder) diagnostic(d *Diagnostic) {
	e.out.BeginObject()
	e.out.Field("type", d.Type)
	e.known(d.members())
	e.out.EndObject()
}

func (e encoder) usage(u *Usage) {
	e.out.BeginObject()
	for _, c := range u.counters() {
		if c.always || *c.value != 0 {
			e.out.IntField(c.key, *c.value)
		}
	}
	if u.InputUnknown {
		e.out.BoolField("inputUnknown", true)
	}
	if u.Cost != nil {
		e.out.Key("cost")
		e.cost(u.Cost)
	}
	e.residue(&u.Node)
	e.out.EndObject()
}

func (e encoder) cost(c *UsageCost) {
	e.out.BeginObject()
	e.known(c.members())
	e.out.EndObject()
}

// counter is a token count and its key. Some counts are always written.
type counter struct {
	key    string
	value  *int64
	always bool
}

func (u *Usage) counters() [9]counter {
	return [9]counter{
		{"input", &u.Input, true},
		{"output", &u.Output, true},
		{"cacheRead", &u.CacheRead, true},
		{"cacheWrite", &u.CacheWrite, true},
		{"totalTokens", &u.TotalTokens, true},
		{"reasoning", &u.Reasoning, false},
		{"cacheWrite1h", &u.CacheWrite1h, false},
		{"inputAudio", &u.InputAudio, false},
		{"outputAudio", &u.OutputAudio, false},
	}
}
