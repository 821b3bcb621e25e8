// Converts OpenAI chat requests, one a line, to Anthropic requests.
import { createInterface } from 'node:readline'
import { translateBetweenProviders } from 'llm-bridge'

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
let out = []
for await (const line of lines) {
	out.push(JSON.stringify(translateBetweenProviders('openai', 'anthropic', JSON.parse(line))))
	if (out.length === 64) {
		process.stdout.write(out.join('\n') + '\n')
		out = []
	}
}
if (out.length > 0) process.stdout.write(out.join('\n') + '\n')
