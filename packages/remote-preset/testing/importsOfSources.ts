import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rspack, type Rspack } from '@rsbuild/core'
import { importsOf } from '../src/releaseRecord'

/* Builds a remote for each source read from stdin and prints what each imports from its host. */

const folder = mkdtempSync(join(tmpdir(), 'console-imports-'))
const given = { import: false as const, singleton: true, requiredVersion: '^1.0.0' }

function importsOfScreen(source: string): Promise<unknown> {
  writeFileSync(join(folder, 'screen.js'), source)
  return new Promise((resolve, reject) => {
    let imports: unknown
    const compiler = rspack({
      context: folder,
      mode: 'production',
      entry: {},
      output: { path: join(folder, 'dist') },
      plugins: [
        new rspack.container.ModuleFederationPluginV1({
          name: 'hello',
          filename: 'remoteEntry.js',
          exposes: { './Screen': './screen.js' },
          shared: { given, 'given/': given, more: given },
        }),
        {
          apply: (applied: Rspack.Compiler) =>
            applied.hooks.thisCompilation.tap('imports', (compilation) =>
              compilation.hooks.processAssets.tap('imports', () => void (imports = importsOf(compilation))),
            ),
        },
      ],
    })
    // closed first, because a process that exits while rspack's threads are working may crash
    compiler.run((error) => compiler.close(() => (error ? reject(error) : resolve(imports))))
  })
}

writeFileSync(
  join(folder, 'again.js'),
  "export { thing as renamed } from 'given'\nexport { other } from 'given'",
)
writeFileSync(join(folder, 'whole.js'), "export * from 'given'")
const results: unknown[] = []
for (const source of JSON.parse(await text(process.stdin)) as string[])
  results.push(await importsOfScreen(source))
rmSync(folder, { recursive: true })
process.stdout.write(JSON.stringify(results))
