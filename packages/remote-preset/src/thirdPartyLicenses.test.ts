import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'

const rsbuild = join(
  dirname(createRequire(__filename).resolve('@rsbuild/core/package.json')),
  'bin/rsbuild.js',
)
mkdirSync(join(__dirname, '../dist'), { recursive: true })
const root = mkdtempSync(join(__dirname, '../dist/licenses-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
}

function install(name: string, license: string, files: Record<string, string>): void {
  const manifest = { name, version: '1.2.3', license, main: 'index.js' }
  write(`node_modules/${name}/package.json`, JSON.stringify(manifest))
  for (const [file, content] of Object.entries(files)) write(`node_modules/${name}/${file}`, content)
}

it('the build lists the packages that it contains parts of, once each, with the text of their licence', () => {
  install('code', 'MIT', {
    'index.js': `import './more'; export { b } from '@of/scope'`,
    'more.js': 'self.a = 1',
    LICENSE: 'Do what you like.\r\n',
  })
  install('@of/scope', 'ISC', { 'index.js': 'export const b = String(self.b)' })
  install('font', 'OFL-1.1', {
    'letters.woff2': '?'.repeat(20_000),
    'LICENSE.txt': 'Draw.',
    NOTICE: 'By hand.',
  })
  install('unused', 'MIT', { 'index.js': 'export const c = 1' })
  install('own', 'UNLICENSED', { 'index.js': 'self.d = 1' })
  write(
    'index.js',
    `import { b } from 'code'; import 'own'; self.e = [b, new URL('font/letters.woff2', import.meta.url)]`,
  )
  write(
    'rsbuild.config.ts',
    `import { thirdPartyLicenses } from '../../src/thirdPartyLicenses'
     export default { plugins: [thirdPartyLicenses()], source: { entry: { index: './index.js' } } }`,
  )
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [rsbuild, 'build'], { cwd: root, env, stdio: 'pipe' })
  const line = '-'.repeat(80)
  expect(readFileSync(join(root, 'dist/third-party-licenses.txt'), 'utf8')).toBe(`@of/scope 1.2.3

License: ISC

${line}

code 1.2.3

License: MIT

Do what you like.

${line}

font 1.2.3

License: OFL-1.1

Draw.

By hand.
`)
})
