/**
 * Bundles the server, its database thread and its commands into dist/. Packages stay outside the bundles,
 * except the workspace's own, which are TypeScript.
 */
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'

const folder = import.meta.dirname
const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))

await build({
  absWorkingDir: folder,
  entryPoints: {
    main: 'src/main.ts',
    seed: 'src/cli/seed.ts',
    dbWorker: 'src/db/pglite/dbWorker.ts',
    'create-master': 'src/cli/createMaster.ts',
    'reset-master-password': 'src/cli/resetMasterPassword.ts',
    unlock: 'src/cli/unlock.ts',
    migrate: 'src/cli/migrate.ts',
    'archive-audit': 'src/cli/archiveAudit.ts',
    'detach-movements': 'src/cli/detachMovements.ts',
    'after-restore': 'src/cli/afterRestore.ts',
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
