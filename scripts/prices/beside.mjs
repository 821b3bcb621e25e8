// Prints what answers cost by the package genai of package.mjs. Standard input
// has a line for each answer: {"format", "vendor", "body", "at"}. The output
// has a line for each: the sum in US dollars, or why there is none. The first
// argument is the package's module.
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const { calcPrice, extractUsage, findProvider } = await import(pathToFileURL(process.argv[2]))

// The package's names of vendors and protocols, where they differ.
const vendors = { xai: 'x-ai', moonshot: 'moonshotai', 'azure-openai': 'azure', bedrock: 'aws' }
const flavors = { 'openai-chat-response': ['chat', 'default'], 'openai-responses-response': ['responses'], 'anthropic-response': ['anthropic', 'default'], 'gemini-response': ['default'] }

function price({ format, vendor, body, at }) {
	const provider = findProvider({ providerId: vendors[vendor] ?? vendor })
	const flavor = flavors[format].find(f => provider.extractors?.some(e => e.api_flavor === f))
	if (!flavor) return `no extractor of ${provider.id} for ${format}`
	const { model, usage } = extractUsage(provider, body, flavor)
	const found = calcPrice(usage, model ?? body.modelVersion, { provider, timestamp: new Date(at) })
	return found ? found.total_price : 'no price'
}

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
	try {
		console.log(price(JSON.parse(line)))
	} catch (e) {
		console.log(String(e.message).split('\n')[0])
	}
}
