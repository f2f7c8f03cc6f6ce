interface Step {
  /** What the step does, in words for the log. */
  what: string
  end: () => Promise<unknown>
}

/**
 * The steps of a shutdown: phases run one after another, the steps of one phase all at once. A failed step
 * does not prevent later ones.
 */
export class StopSteps<Phase extends string> {
  private readonly order: readonly Phase[]
  private readonly steps = new Map<Phase, Step[]>()
  private readonly running = new Set<string>()

  constructor(order: readonly Phase[]) {
    this.order = order
  }

  add(phase: Phase, what: string, end: () => Promise<unknown>): void {
    this.steps.set(phase, [...(this.steps.get(phase) ?? []), { what, end }])
  }

  /** What the current phase is still waiting for. */
  unfinished(): string[] {
    return [...this.running]
  }

  /** @throws the first failure, once all steps have ended */
  async run(): Promise<void> {
    const failures: unknown[] = []
    const finish = async ({ what, end }: Step): Promise<void> => {
      this.running.add(what)
      await end().catch((error: unknown) => failures.push(error))
      this.running.delete(what)
    }
    for (const phase of this.order) await Promise.all((this.steps.get(phase) ?? []).map(finish))
    if (failures.length > 0) throw failures[0]
  }
}
