import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandError } from '../../foundation/commandError'
import type { FileTree } from './fileTree'

export const MANIFEST = 'manifest.json'

/** Never leads outside the folder. */
const pathSchema = z
  .string()
  .refine((path) => path.split('/').every((name) => !['', '.', '..'].includes(name)))

const manifestSchema = z.object({
  directories: z.array(pathSchema),
  /** SHA-256 by path. */
  files: z.record(pathSchema, z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

export function writeManifest(folder: string, manifest: Manifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true })
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new CommandError(`${file} cannot be read: ${folder} is not a complete backup`)
  }
}

/** Missing empty directories are made again. @throws CommandError naming a missing or unknown file */
export function refuseOtherFiles(folder: string, manifest: Manifest, found: FileTree): void {
  const missing = Object.keys(manifest.files).find((file) => !found.files.includes(file))
  if (missing !== undefined) throw new CommandError(`${join(folder, missing)} is missing`)
  const extra =
    found.files.find((file) => !Object.hasOwn(manifest.files, file)) ??
    found.directories.find((directory) => !manifest.directories.includes(directory))
  if (extra !== undefined) throw new CommandError(`${join(folder, extra)} is not part of the backup`)
}
