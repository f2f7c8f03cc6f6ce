import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { CommandError } from '@console/shared-kernel/command'

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'the system allows no folder there',
  ENOTDIR: 'there is a file in its place',
}

interface FolderSettings {
  /** Of a new folder. */
  mode?: number
  /** What the user can do about it, as a sentence. */
  wayOut?: string
}

/**
 * Makes the folder where it is missing, level by level: Node's own `recursive` never returns below /proc.
 * @throws CommandError naming the folder that cannot be made or written
 */
export function requireWritableFolder(folder: string, settings: FolderSettings = {}): void {
  const { mode, wayOut = '' } = settings
  const isNew = !existsSync(folder)
  if (isNew && dirname(folder) !== folder) requireWritableFolder(dirname(folder), settings)
  try {
    if (isNew) mkdirSync(folder, { mode })
    // with a separator a file in its place is refused
    accessSync(folder + sep, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const what = isNew ? 'made' : 'written'
    throw new CommandError(`${folder} cannot be ${what}: ${REASONS[code] ?? message}. ${wayOut}`.trimEnd())
  }
}
