// The npm packages (both MIT) with the prices of providers/catalog. To update
// them, change version, integrity and date:
//
//	npm view @pydantic/genai-prices version time dist.integrity
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// genai has all prices, except those of models that came out later.
export const genai = {
	name: '@pydantic/genai-prices',
	version: '0.1.8',
	date: '2026-09-23', // of its publication
	integrity: 'sha512-h7CYw6qTyflG2zUndO8tXyL8Xopf+tX9JZu13h0ZFgeyYj+J2gm1edR4+R+mbQ2vPdkFjtTmmmu1cYQPM5/KTA==',
}

// pi has the newer models.
export const pi = {
	name: '@earendil-works/pi-ai',
	version: '1.5.2',
	integrity: 'sha512-2tWPSnV3qzfiDIY3aWluBag3vC++Vs+VsXt/UquSU5onPMohPih72FUhIhaqmDdMYubOgB3Byl9uF4Vk40JLvQ==',
}

// fetch unpacks a package in a directory and returns the path of its files.
export function fetch({ name, version, integrity }, dir) {
	const into = join(dir, name.split('/')[1])
	mkdirSync(into, { recursive: true })
	const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', into, `${name}@${version}`], { encoding: 'utf8' }))
	const file = join(into, filename.replace('@', '').replace('/', '-'))
	const sum = 'sha512-' + createHash('sha512').update(readFileSync(file)).digest('base64')
	if (sum !== integrity) throw new Error(`${name}@${version} is ${sum}`)
	execFileSync('tar', ['xzf', file, '-C', into])
	return join(into, 'package')
}
