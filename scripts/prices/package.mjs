// The npm package @pydantic/genai-prices (MIT), at the version below, which
// the prices in providers/catalog are made of. To take a newer one, raise
// version, integrity and date:
//
//	npm view @pydantic/genai-prices version time dist.integrity
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const name = '@pydantic/genai-prices'
export const version = '0.1.8'
export const date = '2026-09-23' // of its publication
const integrity = 'sha512-h7CYw6qTyflG2zUndO8tXyL8Xopf+tX9JZu13h0ZFgeyYj+J2gm1edR4+R+mbQ2vPdkFjtTmmmu1cYQPM5/KTA=='

// fetch gets the package into a directory and returns the name of its module.
export function fetch(dir) {
	const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', dir, `${name}@${version}`], { encoding: 'utf8' }))
	const file = join(dir, filename.replace('@', '').replace('/', '-'))
	const sum = 'sha512-' + createHash('sha512').update(readFileSync(file)).digest('base64')
	if (sum !== integrity) throw new Error(`${name}@${version} is ${sum}`)
	execFileSync('tar', ['xzf', file, '-C', dir])
	return join(dir, 'package/dist/index.js')
}
