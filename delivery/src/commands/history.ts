import { z } from 'zod'
import { revisionsOf } from '../site/history'
import { command, ENVIRONMENT, inEnvironment, required } from './command'

export const history = command({
  usage: 'history --env ENV',
  summary: 'lists the revisions: when, who, what, why; the newest first',
  options: ENVIRONMENT,
  words: [0, 0],
  input: z.object(inEnvironment),
  read: ({ env }) => ({ environment: required(env, 'env') }),
  run: ({ site }, { environment }) => revisionsOf(site, environment).reverse(),
  print: (revisions) =>
    revisions.map(
      ({ revision, at, who, action, why, evidence }) =>
        `${revision}  ${at}  ${who}  ${action}  ${why}` +
        (evidence ? ` (served in ${evidence.environment}, revision ${evidence.revision})` : ''),
    ),
})
