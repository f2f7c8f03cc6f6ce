import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from '@jest/globals'
import { temporaryFolder } from './cleanUp'

const MB = 1024 * 1024
const mounted: string[] = []
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', ['--lazy', folder])
})

function mount(folder: string, args: string[]): string {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', [...args, folder])
  mounted.push(folder)
  return folder
}

/** A mount point that a database server, which does not run as root, can reach too. */
function placeForAll(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  return folder
}

/** An in-memory disk of this size, unmounted when its test ends. Needs root on Linux. */
export function smallDisk(megabytes: number) {
  const folder = mount(join(placeForAll(), 'disk'), [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=755`,
    'tmpfs',
  ])
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Fills the disk, as another program on the machine might. */
    fill: (leaveMegabytes: number): void => {
      const { bavail, bsize } = statfsSync(folder)
      const file = openSync(ballast, 'a')
      const megabyte = Buffer.alloc(MB)
      try {
        for (let remaining = bavail * bsize - leaveMegabytes * MB; remaining > 0; remaining -= MB) {
          writeSync(file, megabyte, 0, Math.min(remaining, MB))
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: (): void => rmSync(ballast),
  }
}

/** A disk that an error makes read-only, as Linux does with a failing disk. */
export function failingDisk(megabytes: number) {
  const place = placeForAll()
  const image = join(place, 'image')
  execFileSync('truncate', ['--size', `${megabytes}M`, image])
  execFileSync('mkfs.ext4', ['-q', image])
  const folder = mount(join(place, 'disk'), ['-o', 'loop', image])
  return {
    folder,
    /** Everything written before is on the disk. */
    fail: (): void => {
      execFileSync('sync', ['--file-system', folder])
      execFileSync('mount', ['-o', 'remount,abort', folder])
    },
    repair: (): void => {
      execFileSync('umount', ['--lazy', folder])
      // exit code 1: it repaired something, as the operator of a server would
      try {
        execFileSync('e2fsck', ['-p', image], { stdio: 'ignore' })
      } catch (error) {
        if ((error as { status?: number }).status !== 1) throw error
      }
      execFileSync('mount', ['-o', 'loop', image, folder])
    },
  }
}
