package conv

func (e encoder) answer(m *AssistantMessage) {
	field := e.OptField
	if e.Filled {
		field = e.Field
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
		e.Key("usage")
		e.usage(m.Usage)
	}
	field("stopReason", string(m.StopReason))
	if m.StopDetail != nil {
		e.Key("stopDetail")
		e.stopDetail(m.StopDetail)
	}
	if !e.ByTime {
		e.OptField("errorMessage", m.ErrorMessage)
	}
	if len(m.Diagnostics) > 0 {
		e.ArrayField("diagnostics")
		for i := range m.Diagnostics {
			e.diagnostic(&m.Diagnostics[i])
		}
		e.EndArray()
	}
	if e.Filled {
		e.IntField("timestamp", m.Timestamp)
	} else {
		e.OptInt("timestamp", m.Timestamp)
	}
	if e.ByTime {
		e.response(m)
		e.OptField("errorMessage", m.ErrorMessage)
	}
	e.meta(&m.Meta)
}

// response writes what only the server says of an answer.
func (e encoder) response(m *AssistantMessage) {
	e.OptField("responseModel", m.ResponseModel)
	e.OptField("responseId", m.ResponseID)
	e.OptField("providerRequestId", m.ProviderRequestID)
}

func (e encoder) stopDetail(d *StopDetail) {
	e.BeginObject()
	e.OptField("raw", d.Raw)
	e.OptField("kind", string(d.Kind))
	e.residue(&d.Node)
	e.EndObject()
}

func (e encoder) diagnostic(d *Diagnostic) {
	e.BeginObject()
	e.Field("type", d.Type)
	e.OptInt("timestamp", d.Timestamp)
	e.OptField("message", d.Message)
	e.OptRaw("details", d.Details)
	e.EndObject()
}

func (e encoder) usage(u *Usage) {
	e.BeginObject()
	for _, c := range u.counters() {
		if c.always || *c.value != 0 {
			e.IntField(c.key, *c.value)
		}
	}
	if u.InputUnknown {
		e.BoolField("inputUnknown", true)
	}
	if u.Cost != nil {
		e.Key("cost")
		e.cost(u.Cost)
	}
	e.residue(&u.Node)
	e.EndObject()
}

func (e encoder) cost(c *UsageCost) {
	e.BeginObject()
	e.OptNumber("input", c.Input)
	e.OptNumber("output", c.Output)
	e.OptNumber("cacheRead", c.CacheRead)
	e.OptNumber("cacheWrite", c.CacheWrite)
	e.OptNumber("total", c.Total)
	e.EndObject()
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
