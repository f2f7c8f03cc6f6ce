import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Why no image can be built here; null where one can. Without user namespaces a chroot is root's. */
export function missingForImages(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'images are built as root on Linux'
  const missing = ['buildah', 'nginx', 'wget'].filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  )
  return missing.length === 0
    ? null
    : `not installed: ${missing.join(', ')} (apt-get install ${missing.join(' ')})`
}

/** What `buildah inspect` tells of an image in Docker's format. */
export interface ImageConfig {
  User: string
  Env: string[]
  ExposedPorts: Record<string, object>
  Healthcheck: { Test: string[] }
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>
  /** Folders and files of this machine, by where they are in the container; `:ro` at the end of what is only read. */
  volumes?: Readonly<Record<string, string>>
  input?: string
}

export interface Started {
  output(): string
  /** What runs inside; buildah's own processes run as root. */
  process(): number | undefined
  /** @returns the exit code */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

/** Images and containers in a folder of their own, which is gone in the end. */
export class Buildah {
  readonly #folder = mkdtempSync(join(tmpdir(), 'console-images-'))
  readonly #running = new Set<ChildProcess>()
  #started = 0

  #args(words: readonly string[]): string[] {
    const storage = ['--root', join(this.#folder, 'store'), '--runroot', join(this.#folder, 'run')]
    return ['--storage-driver', 'vfs', ...storage, ...words]
  }

  #do(...words: string[]): string {
    return execFileSync('buildah', this.#args(words), {
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 1e8,
    }).trim()
  }

  /** Docker's format: that of OCI knows no health checks. */
  build(context: string, tag: string, buildArgs: Readonly<Record<string, string>> = {}): void {
    const named = Object.entries(buildArgs).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    this.#do(
      'bud',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--pull-never',
      ...named,
      '-t',
      tag,
      context,
    )
  }

  config(tag: string): ImageConfig {
    const { Docker } = JSON.parse(this.#do('inspect', '--type', 'image', tag)) as {
      Docker: { config: ImageConfig }
    }
    return Docker.config
  }

  /** @returns the container's name and its root on this machine */
  container(tag: string): { name: string; root: string } {
    const name = this.#do('from', '--pull-never', tag)
    return { name, root: this.#do('mount', name) }
  }

  #runWords(name: string, command: readonly string[], { env = {}, volumes = {} }: RunOptions): string[] {
    return this.#args([
      ...['run', '--isolation', 'chroot'],
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...Object.entries(volumes).flatMap(([target, source]) => {
        const isReadOnly = source.endsWith(':ro')
        return ['--volume', `${source.replace(/:ro$/, '')}:${target}:${isReadOnly ? 'ro' : 'rw'}`]
      }),
      ...[name, '--', ...command],
    ])
  }

  /** Runs a command to its end, as the image's user. */
  run(name: string, command: readonly string[], options: RunOptions = {}) {
    const { status, stdout, stderr } = spawnSync('buildah', this.#runWords(name, command, options), {
      encoding: 'utf8',
      input: options.input ?? '',
    })
    return { status, output: stdout + stderr }
  }

  /** Starts a command, as the image's user. */
  start(name: string, command: readonly string[], options: RunOptions = {}): Started {
    const log = join(this.#folder, `${++this.#started}.log`)
    const out = openSync(log, 'a')
    const child = spawn('buildah', this.#runWords(name, command, options), { stdio: ['ignore', out, out] })
    closeSync(out)
    const ended = once(child, 'exit')
    this.#running.add(child)
    void ended.then(() => this.#running.delete(child))
    return {
      output: () => readFileSync(log, 'utf8'),
      process: () => programOf(child.pid!),
      stop: async (signal) => {
        if (child.exitCode === null) process.kill(programOf(child.pid!) ?? child.pid!, signal)
        await ended
        return child.exitCode
      },
    }
  }

  async remove(): Promise<void> {
    for (const child of this.#running) {
      const ended = once(child, 'exit')
      process.kill(programOf(child.pid!) ?? child.pid!, 'SIGKILL')
      await ended
    }
    this.#do('rm', '--all')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The first process below that is not one of buildah's own; none where it has not begun or has ended. */
function programOf(pid: number): number | undefined {
  try {
    // buildah runs copies of itself from memory
    if (!/^(memfd:)?buildah\b/.test(basename(readlinkSync(`/proc/${pid}/exe`)))) return pid
    // a child belongs to the thread that started it
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    for (const child of children) {
      const program = programOf(child)
      if (program !== undefined) return program
    }
  } catch (error) {
    // it ended meanwhile
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return undefined
}
