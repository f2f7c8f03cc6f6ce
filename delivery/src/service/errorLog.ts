type LogError = (what: string, error: unknown) => void

/** Failed work is retried every few seconds: a repeated error is logged once, until the work succeeds. */
export class ErrorLog {
  private readonly log: LogError
  private readonly known = new Map<string, string>()

  constructor(log: LogError = (what, error) => console.error(what, error)) {
    this.log = log
  }

  /** @returns undefined if the work failed */
  async guard<T>(name: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      const result = await work()
      this.known.delete(name)
      return result
    } catch (error) {
      this.report(name, error)
      return undefined
    }
  }

  private report(name: string, error: unknown): void {
    const message = String(error)
    if (this.known.get(name) === message) return
    this.known.set(name, message)
    this.log(name, error)
  }
}
