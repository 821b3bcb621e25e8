package main

import (
	"encoding/json"

	"convo/scripts/must"
)

// geminiPart is a part of Gemini's contents.
type geminiPart struct {
	Text       *string
	Thought    bool
	InlineData *struct{ Data string }
	Call       *struct {
		ID, Name string
		Args     json.RawMessage
	} `json:"functionCall"`
	Response *struct {
		ID, Name string
		Response json.RawMessage
		Parts    []geminiPart
	} `json:"functionResponse"`
}

func (p geminiPart) items(role string) []item {
	switch {
	case p.Call != nil:
		args := p.Call.Args
		if args == nil {
			args = json.RawMessage("{}")
		}
		return []item{{kind: call, text: p.Call.Name, args: canonical(args), id: p.Call.ID}}
	case p.Response != nil:
		items := []item{{kind: result, text: unwrapped(canonical(p.Response.Response)), id: p.Response.ID, args: p.Response.Name}}
		for _, inner := range p.Response.Parts {
			items = append(items, inner.items(role)...)
		}
		return items
	case p.InlineData != nil:
		return []item{media(p.InlineData.Data)}
	case p.Text == nil:
		return nil
	case p.Thought:
		return []item{{kind: reasoning, text: *p.Text}}
	}
	return []item{{kind: roleKind(role), text: *p.Text}}
}

func parseGemini(body []byte) *request {
	var j struct {
		Contents []struct {
			Role  string
			Parts []geminiPart
		}
		Tools []struct {
			Functions []struct {
				Name             string
				Parameters       schema
				ParametersSchema schema `json:"parametersJsonSchema"`
			} `json:"functionDeclarations"`
		}
		Config struct {
			MIME string `json:"responseMimeType"`
		} `json:"generationConfig"`
	}
	must.Do(json.Unmarshal(body, &j))
	r := &request{protocol: "gemini", json: j.Config.MIME == "application/json", tools: map[string]tool{}}
	for _, t := range j.Tools {
		for _, f := range t.Functions {
			one := f.ParametersSchema.tool()
			for name := range f.Parameters.Properties {
				one.params[name] = true
			}
			r.tools[f.Name] = one
		}
	}
	for _, c := range j.Contents {
		for _, p := range c.Parts {
			r.items = append(r.items, p.items(c.Role)...)
		}
	}
	r.items = pair(r.items)
	return r
}
