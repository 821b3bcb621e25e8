// Converts OpenAI chat requests, one a line, to Anthropic requests.
import { translateBetweenProviders } from 'llm-bridge'

const convert = (line) => JSON.stringify(translateBetweenProviders('openai', 'anthropic', JSON.parse(line))) + '\n'

let rest = []
for await (const chunk of process.stdin) {
	let start = 0
	for (let end; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) {
		rest.push(chunk.subarray(start, end))
		const line = rest.length === 1 ? rest[0] : Buffer.concat(rest)
		rest = []
		if (line.length > 0) process.stdout.write(convert(line.toString()))
	}
	if (start < chunk.length) rest.push(chunk.subarray(start))
}
if (rest.length > 0) process.stdout.write(convert(Buffer.concat(rest).toString()))
