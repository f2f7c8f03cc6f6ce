import { Refusal } from '../refusal'
import { restore } from '../site/changes'
import { commit, currentEnvironment } from '../site/environment'
import { entryOf, historyOf, type HistoryEntry } from '../site/history'
import { releaseId, type Site } from '../site/layout'
import { NOTE, noteOf, readArgs, required, type Command } from './command'
import { policyLines } from './promote'

export const rollback: Command = {
  usage: 'rollback [NAME] --env ENV --why TEXT [--to REVISION]',
  summary:
    'serves what an earlier revision did: all of it, or one remote; without --to the one before [--who NAME]',
  run: async (args) => {
    const options = { ...NOTE, to: { type: 'string' } } as const
    const { values, positionals, site } = readArgs(args, options, { least: 0, most: 1 })
    const name = required(values.env, 'env')
    const [remote] = positionals
    const entry =
      values.to === undefined ? earlier(site, name, remote) : entryOf(site, name, revisionOf(values.to))
    const action = `rollback ${remote ?? 'everything'} to revision ${entry.revision}`
    const done = await commit(site, name, noteOf(values, action), restore(entry.document, remote))
    const { revision } = done.environment
    const what = remote ? `${remote}@${releaseId(entry.document.remotes[remote]!.release)}` : 'everything'
    return [
      `${name} serves ${what} as of revision ${entry.revision}, from revision ${revision} on.`,
      ...policyLines(name, done),
    ]
  },
}

function revisionOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new Refusal(`--to must be the number of a revision, not '${text}'.`)
}

/** The last revision that served something else than now: of everything, or of one remote. */
function earlier(site: Site, name: string, remote?: string): HistoryEntry {
  const current = currentEnvironment(site, name)
  if (!current) throw new Refusal(`Nothing has been promoted to ${name} yet.`)
  const served = ({ host, remotes }: HistoryEntry['document']) =>
    remote === undefined
      ? JSON.stringify([host, Object.values(remotes).map(({ release }) => [release.name, release.build])])
      : remotes[remote]?.release.build
  const found = historyOf(site, name, current.revision ?? 0)
    .reverse()
    .find(({ document }) => served(document) !== undefined && served(document) !== served(current))
  if (!found) throw new Refusal(`There is nothing earlier${remote ? ` of ${remote}` : ''} in ${name}.`)
  return found
}
