import type { z } from 'zod'
import type { Part } from '../site/environmentRevision'
import { HOST, type Site } from '../site/siteLayout'
import type { Budgets } from '../verify/budgets'
import type { Needs } from './teams'
import type { Telemetry } from './telemetry'

/** The status of SandboxUnavailable. */
export const NO_SANDBOX = 501

/** Where a command runs, and for whom. */
export interface CommandContext {
  site: Site
  /** The user of this machine, or the team whose token the service received. */
  who: string
  /** What the team owns; absent for the user of this machine, who may do everything. */
  owns?: ReadonlySet<Part>
  budgets: Budgets
  /** Reports from browser tabs; only the service has them. */
  telemetry?: Telemetry
  commands: readonly ServedCommand[]
  /** Aborts when the client of the service has gone. */
  signal?: AbortSignal
}

/** What the service knows of a command. `run` gives the same result on a folder and through the service. */
export interface ServedCommand<Input = unknown, Result = unknown> {
  name: string
  summary: string
  input: z.ZodType<Input>
  output: z.ZodType<Result>
  /** What a team must own to run it through the service; absent for commands that only work on folders, and for publish, which is uploaded. */
  needs?(input: Input): Needs
  /** The service runs such commands in turns of their own, and ends them with their client. */
  opensBrowser?: boolean
  /** @throws CommandError */
  run(context: CommandContext, input: Input): Promise<Result> | Result
}

/** Whether the caller decides about a part, as its owner or as the host's. */
export const decidesAbout = ({ owns }: CommandContext, part: Part): boolean =>
  owns === undefined || owns.has(part) || owns.has(HOST)
