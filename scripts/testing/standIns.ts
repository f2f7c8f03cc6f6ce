import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root as repository } from '../lib/paths'

const packages = join(repository, 'node_modules')

/** Base images for tests without a registry, made from this machine's own programs. */
const BASES = {
  node: {
    programs: { '/usr/local/bin/node': process.execPath },
    user: 'node:x:1000:1000::/home/node:/bin/sh',
    files: {},
  },
  nginx: {
    programs: { '/usr/sbin/nginx': '/usr/sbin/nginx', '/usr/bin/wget': '/usr/bin/wget' },
    user: 'nginx:x:101:101::/nonexistent:/bin/false',
    files: { '/etc/nginx/mime.types': '/etc/nginx/mime.types' },
  },
} as const

/** Native modules may need libraries that Node itself does not. */
const NATIVE = readdirSync(join(packages, '@node-rs'))
  .flatMap((name) =>
    readdirSync(join(packages, '@node-rs', name)).map((file) => join(packages, '@node-rs', name, file)),
  )
  .filter((path) => path.endsWith('.node'))

/** The context of a base image: programs, their libraries, one user, and an empty /tmp. */
export function writeStandIn(folder: string, name: keyof typeof BASES): void {
  const { programs, user, files } = BASES[name]
  const root = join(folder, 'root')
  const libraries = [...Object.values(programs), ...NATIVE].flatMap(librariesOf)
  const copies = { ...programs, ...files, ...Object.fromEntries(libraries.map((path) => [path, path])) }
  for (const [target, source] of Object.entries(copies)) {
    mkdirSync(join(root, dirname(target)), { recursive: true })
    copyFileSync(realpathSync(source), join(root, target))
  }
  mkdirSync(join(root, 'etc'), { recursive: true })
  writeFileSync(join(root, 'etc', 'passwd'), `root:x:0:0:root:/root:/bin/sh\n${user}\n`)
  const [, , uid, gid] = user.split(':')
  writeFileSync(join(root, 'etc', 'group'), `root:x:0:\n${name}:x:${gid ?? uid}:\n`)
  mkdirSync(join(root, 'tmp'))
  chmodSync(join(root, 'tmp'), 0o1777)
  const path = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  writeFileSync(join(folder, 'Containerfile'), `FROM scratch\nCOPY root /\nENV PATH=${path}\n`)
}

/** Libraries of a program, including the loader itself. */
const librariesOf = (program: string): string[] =>
  execFileSync('ldd', [program], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1] ?? [])
