import { spawnSync } from 'node:child_process'

/** Null where images can be built. Without user namespaces only root can chroot. */
export function missingForImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'images are built as root on Linux'
  const missing = ['buildah', 'nginx', 'wget'].filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  )
  return missing.length === 0
    ? null
    : `not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`
}
