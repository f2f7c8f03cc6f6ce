/**
 * Bundles the server, its database thread and its commands into dist/. Packages stay outside the bundles,
 * except the workspace's own, which are TypeScript.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const folder = import.meta.dirname
const { dependencies, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
/**
 * Placeholder for the build's id, of the same length so that source maps stay valid when the id replaces it.
 */
const NO_BUILD_YET = '@build@@'

const { outputFiles } = await build({
  absWorkingDir: folder,
  entryPoints: {
    main: 'src/main.ts',
    seed: 'src/cli/seed.ts',
    dbWorker: 'src/db/pglite/dbWorker.ts',
    passwordWorker: 'src/services/auth/passwordWorker.ts',
    'create-master': 'src/cli/createMaster.ts',
    'reset-master-password': 'src/cli/resetMasterPassword.ts',
    unlock: 'src/cli/unlock.ts',
    'reset-factor': 'src/cli/resetFactor.ts',
    migrate: 'src/cli/migrate.ts',
    'archive-audit': 'src/cli/archiveAudit.ts',
    'detach-movements': 'src/cli/detachMovements.ts',
    'after-restore': 'src/cli/afterRestore.ts',
    'recent-changes': 'src/cli/recentChanges.ts',
    'check-invariants': 'src/cli/checkInvariants.ts',
  },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external: Object.keys(dependencies).filter((name) => !name.startsWith('@console/')),
  define: { CONSOLE_VERSION: JSON.stringify(version), CONSOLE_BUILD: JSON.stringify(NO_BUILD_YET) },
  write: false,
  logLevel: 'warning',
})

// covers only the code, so that the same sources have the same id in every folder
const hash = createHash('sha256')
for (const { path, contents } of outputFiles) if (path.endsWith('.js')) hash.update(contents)
const id = hash.digest('hex').slice(0, NO_BUILD_YET.length)
mkdirSync(`${folder}/dist`, { recursive: true })
for (const { path, text } of outputFiles)
  writeFileSync(path, path.endsWith('.js') ? text.replaceAll(NO_BUILD_YET, id) : text)
