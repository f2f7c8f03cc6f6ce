interface Step {
  /** In words for the log. */
  readonly what: string
  readonly end: () => Promise<unknown>
}

/** What a stop ends: phase after phase, and all of one phase at once. A step that fails leaves no later one out. */
export class StopSteps<Phase extends string> {
  readonly #order: readonly Phase[]
  readonly #steps = new Map<Phase, Step[]>()
  readonly #unfinished = new Set<string>()

  constructor(order: readonly Phase[]) {
    this.#order = order
  }

  add(phase: Phase, what: string, end: () => Promise<unknown>): void {
    this.#steps.set(phase, [...(this.#steps.get(phase) ?? []), { what, end }])
  }

  /** What the phase under way still waits for. */
  unfinished(): string[] {
    return [...this.#unfinished]
  }

  /** @throws the first failure, when all has ended */
  async run(): Promise<void> {
    const failures: unknown[] = []
    const finish = async ({ what, end }: Step): Promise<void> => {
      this.#unfinished.add(what)
      await end().catch((error: unknown) => failures.push(error))
      this.#unfinished.delete(what)
    }
    for (const phase of this.#order) await Promise.all((this.#steps.get(phase) ?? []).map(finish))
    if (failures.length > 0) throw failures[0]
  }
}
