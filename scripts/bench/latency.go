package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"time"

	"convo/scripts/must"
)

// latency is the time from the first event of a stream to the first byte of
// its translation.
func (b *bench) latency() {
	cmd := exec.Command(b.convo, "transform", "-q", "-f", "anthropic-stream", "-t", "openai-chat-stream")
	in := must.Get(cmd.StdinPipe())
	out := must.Get(cmd.StdoutPipe())
	must.Do(cmd.Start())
	defer func() {
		in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	time.Sleep(200 * time.Millisecond) // exclude the start of the program
	begin := time.Now()
	fmt.Fprint(in, firstEvents)
	first := make(chan time.Duration, 1)
	go func() {
		if _, err := bufio.NewReader(out).ReadByte(); err == nil {
			first <- time.Since(begin)
		}
	}()
	select {
	case d := <-first:
		b.atMost("stream: first byte out after the first events in", milliseconds(d), 5, "%.2f ms")
	case <-time.After(time.Second):
		must.Fail("nothing in a second")
	}
}

const firstEvents = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}

`
