package providers_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/providers"
)

// The code samples of AG-UI's page on messages, in convo's names.

// practical is the conversation of that page.
const practical = `[
	{"id":"msg_1","role":"user","content":"What's the weather in New York?"},
	{"id":"msg_2","role":"assistant","content":"Let me check the weather for you.","toolCalls":[
		{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"location\": \"New York\", \"unit\": \"celsius\"}"}}]},
	{"id":"result_1","role":"tool","content":"{\"temperature\": 22, \"condition\": \"Partly Cloudy\", \"humidity\": 65}","toolCallId":"call_1"},
	{"id":"msg_3","role":"assistant","content":"The weather in New York is partly cloudy with a temperature of 22°C and 65% humidity."}
]`

// AG-UI messages become messages of OpenAI. What these cannot hold is noted.
func Example_aguiToOpenAI() {
	agUiMessages := strings.NewReader(practical)

	notes, err := providers.Convert(os.Stdout, agUiMessages, "ag-ui", "openai-chat", providers.ConvertOptions{})
	if err != nil {
		log.Fatal(err)
	}

	for _, n := range notes {
		if n.Severity == note.Loss {
			fmt.Println("loss:", n)
		}
	}
	// Output:
	// {"messages":[{"role":"user","content":"What's the weather in New York?"},{"role":"assistant","content":"Let me check the weather for you.","tool_calls":[{"id":"call_1","type":"function","function":{"name":"get_weather","arguments":"{\"location\": \"New York\", \"unit\": \"celsius\"}"}}]},{"role":"tool","tool_call_id":"call_1","content":"{\"temperature\": 22, \"condition\": \"Partly Cloudy\", \"humidity\": 65}"},{"role":"assistant","content":"The weather in New York is partly cloudy with a temperature of 22°C and 65% humidity."}]}
	// loss: dropped message id
}

// The same conversation, built in Go.
func Example_aguiBuild() {
	question, check, result, answer := conv.UserText("What's the weather in New York?"), conv.AssistantText("Let me check the weather for you."),
		conv.ToolResult("call_1", "", `{"temperature": 22, "condition": "Partly Cloudy", "humidity": 65}`),
		conv.AssistantText("The weather in New York is partly cloudy with a temperature of 22°C and 65% humidity.")
	question.ID, check.ID, result.ID, answer.ID = "msg_1", "msg_2", "result_1", "msg_3"

	call := &conv.ToolCall{ID: "call_1", Name: "get_weather"}
	call.SetArguments(`{"location": "New York", "unit": "celsius"}`, check)
	check.Content = append(check.Content, call)

	format, err := providers.Lookup("ag-ui")
	if err != nil {
		log.Fatal(err)
	}
	read := conv.Conversation{}
	for c, err := range format.Decode([]byte(practical), nil) {
		if err != nil {
			log.Fatal(err)
		}
		read = *c
	}
	c := conv.NewConversation(question, check, result, answer)
	fmt.Println(len(read.Messages), string(written(format, &read)) == string(written(format, c)))
	// Output: 4 true
}

// A stream of AG-UI events is read as it comes.
func Example_aguiEvents() {
	stream := strings.NewReader(`data: {"type":"TEXT_MESSAGE_START","messageId":"msg_1","role":"assistant"}

data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_1","delta":"High "}

data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_1","delta":"at noon."}

data: {"type":"TEXT_MESSAGE_END","messageId":"msg_1"}

data: {"type":"TOOL_CALL_START","toolCallId":"call_1","toolCallName":"tides","parentMessageId":"msg_1"}

data: {"type":"TOOL_CALL_ARGS","toolCallId":"call_1","delta":"{\"port\":\"Turku\"}"}

data: {"type":"TOOL_CALL_END","toolCallId":"call_1"}

`)
	format, err := providers.Lookup("ag-ui-events")
	if err != nil {
		log.Fatal(err)
	}

	var answer conv.Assembler
	for event, err := range format.Events(stream, nil) {
		if err != nil {
			log.Fatal(err)
		}
		answer.Add(event)
	}

	m := answer.Message()
	fmt.Println(m.Text(), m.ToolCalls()[0].Name, m.ToolCalls()[0].Arguments)
	// Output: High at noon. tides {"port":"Turku"}
}

// A snapshot of messages is read like the messages alone.
func Example_aguiSnapshot() {
	snapshot := strings.NewReader(`{"type":"MESSAGES_SNAPSHOT","messages":` + practical + `}`)

	_, err := providers.Convert(os.Stdout, snapshot, "ag-ui", "text", providers.ConvertOptions{})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// User:
	// What's the weather in New York?
	//
	// Assistant:
	// Let me check the weather for you.
	//
	// -> get_weather(call_1) {"location":"New York","unit":"celsius"}
	//
	// Tool (call_1) of get_weather:
	//   {"temperature": 22, "condition": "Partly Cloudy", "humidity": 65}
	//
	// Assistant:
	// The weather in New York is partly cloudy with a temperature of 22°C and 65% humidity.
}

// Activities are custom messages: they stay in the transcript, and no model gets
// them.
func Example_aguiActivity() {
	messages := `[{"id":"a1","role":"activity","activityType":"PLAN","content":{"steps":["look","say"]}},{"id":"u1","role":"user","content":"hi"}]`

	format, err := providers.Lookup("ag-ui")
	if err != nil {
		log.Fatal(err)
	}
	for c, err := range format.Decode([]byte(messages), nil) {
		if err != nil {
			log.Fatal(err)
		}
		seen, _ := c.ModelMessages()
		fmt.Println(len(c.Messages), len(seen), c.Messages[0].(*conv.CustomMessage).CustomType)
	}
	// Output: 2 1 PLAN
}
