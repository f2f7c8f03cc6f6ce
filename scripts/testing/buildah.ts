import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

interface ImageConfig {
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
  /** Host paths by their paths in the container; `:ro` at the end means read-only. */
  volumes?: Readonly<Record<string, string>>
  input?: string
}

export interface Started {
  output(): string
  /** The process inside the container; buildah's own processes run as root. */
  process(): number | undefined
  stop(signal: NodeJS.Signals): Promise<number | null>
}

/** Keeps its images in a temporary folder, which is removed at the end. */
export class Buildah {
  private readonly folder = mkdtempSync(join(tmpdir(), 'console-images-'))
  private readonly running = new Set<ChildProcess>()
  private started = 0

  private args(words: readonly string[]): string[] {
    const storage = ['--root', join(this.folder, 'store'), '--runroot', join(this.folder, 'run')]
    return ['--storage-driver', 'vfs', ...storage, ...words]
  }

  private do(...words: string[]): string {
    return execFileSync('buildah', this.args(words), {
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 1e8,
    }).trim()
  }

  /** Uses Docker's format, because OCI's has no health checks. */
  build(context: string, tag: string, buildArgs: Readonly<Record<string, string>> = {}): void {
    const named = Object.entries(buildArgs).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`])
    this.do(
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
    const { Docker } = JSON.parse(this.do('inspect', '--type', 'image', tag)) as {
      Docker: { config: ImageConfig }
    }
    return Docker.config
  }

  /** @returns the container's name and its root folder on the host */
  container(tag: string): { name: string; root: string } {
    const name = this.do('from', '--pull-never', tag)
    return { name, root: this.do('mount', name) }
  }

  private runWords(
    name: string,
    command: readonly string[],
    { env = {}, volumes = {} }: RunOptions,
  ): string[] {
    return this.args([
      ...['run', '--isolation', 'chroot'],
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...Object.entries(volumes).flatMap(([target, source]) => {
        const isReadOnly = source.endsWith(':ro')
        return ['--volume', `${source.replace(/:ro$/, '')}:${target}:${isReadOnly ? 'ro' : 'rw'}`]
      }),
      ...[name, '--', ...command],
    ])
  }

  run(name: string, command: readonly string[], options: RunOptions = {}) {
    const { status, stdout, stderr } = spawnSync('buildah', this.runWords(name, command, options), {
      encoding: 'utf8',
      input: options.input ?? '',
    })
    return { status, output: stdout + stderr }
  }

  start(name: string, command: readonly string[], options: RunOptions = {}): Started {
    const log = join(this.folder, `${++this.started}.log`)
    const out = openSync(log, 'a')
    const child = spawn('buildah', this.runWords(name, command, options), { stdio: ['ignore', out, out] })
    closeSync(out)
    const ended = once(child, 'exit')
    this.running.add(child)
    void ended.then(() => this.running.delete(child))
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
    for (const child of this.running) {
      const ended = once(child, 'exit')
      process.kill(programOf(child.pid!) ?? child.pid!, 'SIGKILL')
      await ended
    }
    this.do('rm', '--all')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The process that buildah runs in the container; undefined before it starts and after it ends. */
function programOf(pid: number): number | undefined {
  try {
    // buildah runs copies of itself from memory (memfd)
    if (!/^(memfd:)?buildah\b/.test(basename(readlinkSync(`/proc/${pid}/exe`)))) return pid
    // the kernel lists children by the thread that started them
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    for (const child of children) {
      const program = programOf(child)
      if (program !== undefined) return program
    }
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return undefined
}
