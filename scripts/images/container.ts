import type { Buildah, RunOptions } from './buildah'
import type { Image } from './contexts'
import { differences, fileList } from './fileList'

/** One container of an image: what runs in it, and which files have changed meanwhile. */
export class Container {
  readonly #buildah: Buildah
  readonly #entrypoint: string[]
  readonly #command: string[]
  readonly #health: string[]
  readonly #place: { name: string; root: string }
  readonly #volumes: NonNullable<RunOptions['volumes']>
  readonly #files: Map<string, string>
  readonly uid: number

  /** @param volumes those of all its commands */
  constructor(buildah: Buildah, image: Image, volumes: NonNullable<RunOptions['volumes']> = {}) {
    const { Cmd, Entrypoint, Healthcheck, User } = buildah.config(`localhost/console-${image}`)
    this.#buildah = buildah
    this.#volumes = volumes
    this.#entrypoint = Entrypoint
    this.#command = Cmd
    this.#health = Healthcheck.Test.slice(1)
    this.uid = Number(User.split(':')[0])
    this.#place = buildah.container(`localhost/console-${image}`)
    // what is mounted gets its mount points with the first command
    buildah.run(this.#place.name, [Entrypoint[0]!, '-v'], { volumes })
    this.#files = fileList(this.#place.root)
  }

  run = (command: readonly string[], options: RunOptions = {}) =>
    this.#buildah.run(this.#place.name, [...this.#entrypoint, ...command], this.#with(options))

  /** @param command the image's own where there is none */
  start = (command: readonly string[], options: RunOptions = {}) =>
    this.#buildah.start(
      this.#place.name,
      [...this.#entrypoint, ...(command.length > 0 ? command : this.#command)],
      this.#with(options),
    )

  #with = ({ env, input }: RunOptions): RunOptions => ({
    volumes: this.#volumes,
    ...(env && { env }),
    ...(input !== undefined && { input }),
  })

  /**
   * The image's own health check.
   * @param port where it is to ask instead of at the port of the Containerfile
   */
  isHealthy = (port: number): boolean => {
    const command = this.#health.map((word) => word.replace(/:\d+\//, `:${port}/`))
    const { status } = this.#buildah.run(
      this.#place.name,
      command,
      this.#with({ env: { PORT: String(port) } }),
    )
    return status === 0
  }

  /** Files of the root that are not as they were, or new. buildah has a file in /run while a command runs. */
  changed = (): string[] =>
    differences(this.#files, fileList(this.#place.root)).filter((path) => path !== '/run')
}
