import type { Buildah, RunOptions } from './buildah'
import type { Image } from '../images'
import { differences, fileList } from './fileList'

export class Container {
  private readonly buildah: Buildah
  private readonly entrypoint: string[]
  private readonly command: string[]
  private readonly health: string[]
  private readonly container: { name: string; root: string }
  private readonly volumes: NonNullable<RunOptions['volumes']>
  private readonly files: Map<string, string>
  readonly uid: number

  constructor(buildah: Buildah, image: Image, volumes: NonNullable<RunOptions['volumes']> = {}) {
    const { Cmd, Entrypoint, Healthcheck, User } = buildah.config(`localhost/console-${image}`)
    this.buildah = buildah
    this.volumes = volumes
    this.entrypoint = Entrypoint
    this.command = Cmd
    this.health = Healthcheck.Test.slice(1)
    this.uid = Number(User.split(':')[0])
    this.container = buildah.container(`localhost/console-${image}`)
    // the first command creates the mount points, which do not count as changes
    buildah.run(this.container.name, [Entrypoint[0]!, '-v'], { volumes })
    this.files = fileList(this.container.root)
  }

  run = (command: readonly string[], options: RunOptions = {}) =>
    this.buildah.run(this.container.name, [...this.entrypoint, ...command], this.with(options))

  start = (command: readonly string[], options: RunOptions = {}) =>
    this.buildah.start(
      this.container.name,
      [...this.entrypoint, ...(command.length > 0 ? command : this.command)],
      this.with(options),
    )

  private with = ({ env, input }: RunOptions): RunOptions => ({
    volumes: this.volumes,
    ...(env && { env }),
    ...(input !== undefined && { input }),
  })

  /** @param port replaces the port in the Containerfile's health check */
  isHealthy = (port: number): boolean => {
    const command = this.health.map((word) => word.replace(/:\d+\//, `:${port}/`))
    const { status } = this.buildah.run(
      this.container.name,
      command,
      this.with({ env: { PORT: String(port) } }),
    )
    return status === 0
  }

  /** Changed or new files; while a command runs, buildah has a file in /run. */
  changed = (): string[] =>
    differences(this.files, fileList(this.container.root)).filter((path) => path !== '/run')
}
