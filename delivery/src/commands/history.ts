import { z } from 'zod'
import { recordsOf } from '../site/history'
import type { Revision } from '../site/environmentRevision'
import { command, ENVIRONMENT_OPTIONS, environmentInput, required } from './command'

const REVISION = z.looseObject({
  revision: z.number(),
  at: z.string(),
  who: z.string(),
  action: z.string(),
  why: z.string(),
  restores: z.number().optional(),
  evidence: z
    .object({
      environment: z.string(),
      revision: z.number(),
      verified: z.object({ at: z.string(), who: z.string(), host: z.string() }),
    })
    .optional(),
})

export const history = command({
  usage: 'history --env ENV',
  writesSite: false,
  summary: 'lists the revisions, newest first: when, who, what, why',
  options: ENVIRONMENT_OPTIONS,
  positionals: [0, 0],
  input: z.object(environmentInput),
  // a loose object has an index signature, which an interface lacks
  output: z.array(REVISION) as unknown as z.ZodType<Revision[]>,
  read: (values) => ({ environment: required(values, 'env').env }),
  needs: () => 'nothing',
  run: async ({ site }, { environment }) => (await recordsOf(site, environment)).readable.reverse(),
  print: (revisions) =>
    revisions.map(
      ({ revision, at, who, action, why, evidence }) =>
        `${revision}  ${at}  ${who}  ${action}  ${why}` +
        (evidence ? ` (served in ${evidence.environment}, revision ${evidence.revision})` : ''),
    ),
})
