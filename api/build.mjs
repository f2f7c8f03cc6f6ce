/**
 * Bundles the server, its database thread and its commands into dist/. Packages stay outside the bundles,
 * except the workspace's own, which are TypeScript. With --watch it rebuilds, and runs the server, on change.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { context } from 'esbuild'

const folder = import.meta.dirname
const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))

const building = await context({
  absWorkingDir: folder,
  entryPoints: {
    main: 'src/main.ts',
    seed: 'src/cli/seed.ts',
    dbWorker: 'src/db/pglite/worker.ts',
    'create-master': 'src/cli/createMaster.ts',
    backup: 'src/cli/backup.ts',
    restore: 'src/cli/restore.ts',
    'copy-to-postgres': 'src/cli/copyToPostgres.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external: Object.keys(dependencies).filter((name) => !name.startsWith('@console/')),
  logLevel: 'warning',
})

await building.rebuild()
if (process.argv.includes('--watch')) {
  await building.watch()
  const server = spawn(process.execPath, ['--watch', '--enable-source-maps', 'dist/main.js'], {
    cwd: folder,
    stdio: 'inherit',
  })
  server.on('exit', (code) => process.exit(code ?? 0))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
} else {
  await building.dispose()
}
