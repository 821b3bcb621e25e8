package protocol

import "testing"

// The kind of an error answer, by its status and, if that is not enough, by the
// vendors' messages (SX.11 for overlong conversations).
func TestWhatAFailureMeans(t *testing.T) {
	for _, test := range []struct {
		status int
		body   string
		kind   Kind
	}{
		{401, `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`, Auth},
		{403, `{"error":{"message":"Country not supported"}}`, Auth},
		{400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}`, Auth},
		{402, `{"error":{"message":"Insufficient Balance"}}`, Credit},
		{429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, Credit},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API"}}`, Credit},
		{400, `{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}`, Overflow},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, Overflow},
		{400, `{"error":{"code":400,"message":"The input token count exceeds the maximum number of tokens allowed","status":"INVALID_ARGUMENT"}}`, Overflow},
		{413, `{"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, Overflow},
		{429, `{"error":{"message":"Rate limit reached: 30000 tokens per minute, reduce the length of the messages"}}`, Temporary},
		{403, `{"error":{"message":"Too many requests"}}`, Temporary},
		{404, `{"error":{"message":"The model does not exist","code":"model_not_found"}}`, NotFound},
		{400, `{"error":{"message":"acme/seven is not a valid model ID"}}`, NotFound},
		{408, ``, Temporary},
		{409, ``, Temporary},
		{500, `oops`, Temporary},
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, Temporary},
		{501, `{"error":"no such method"}`, Rejected},
		{422, `{"detail":[{"msg":"extra fields not permitted"}]}`, Rejected},
		{400, `{"error":{"message":"Unsupported value: temperature"}}`, Rejected},
	} {
		if got := ReadFailure(test.status, []byte(test.body)); got.Kind != test.kind {
			t.Errorf("%d %s: kind %d, want %d", test.status, test.body, got.Kind, test.kind)
		}
	}
}

// An error inside a stream comes after the server accepted the request.
func TestWhatAFailureInAStreamMeans(t *testing.T) {
	for _, test := range []struct {
		code, message string
		kind          Kind
	}{
		{"overloaded_error", "Overloaded", Temporary},
		{"api_error", "Internal server error", Temporary},
		{"", "upstream died", Temporary},
		{"502", "bad gateway", Temporary},
		{"400", "Unsupported value", Rejected},
		{"invalid_request_error", "max_tokens: Field required", Rejected},
		{"context_length_exceeded", "too long", Overflow},
		{"insufficient_quota", "You exceeded your current quota", Credit},
	} {
		if got := KindInStream(test.code, test.message); got != test.kind {
			t.Errorf("%s %s: kind %d, want %d", test.code, test.message, got, test.kind)
		}
	}
}
