import { anyHostLines } from './environmentSettings'
import { releaseId } from './siteLayout'
import { type Part, servedOf, type State } from './environmentRevision'

/** One line for each part that differs. */
export function differences(before: State, after: State): string[] {
  const parts = [...new Set([before, after].flatMap((state) => Object.keys(state.parts)))]
  return [
    ...parts.flatMap((part) => {
      const [was, is] = [inWords(before, part), inWords(after, part)]
      return was === is ? [] : [`${part}: ${was} -> ${is}`]
    }),
    ...settingDifferences(before, after),
  ]
}

function inWords(state: State, part: Part): string {
  const served = servedOf(state, part)
  if (!served) return 'none'
  const { stable, canary } = served
  return releaseId(stable) + (canary ? ` (canary ${releaseId(canary.build)}, ${canary.percent} %)` : '')
}

function settingDifferences({ settings: before }: State, { settings: after }: State): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof typeof before)[]
  const changed = names.flatMap((name) => {
    const [was, is] = [JSON.stringify(before[name]), JSON.stringify(after[name])]
    return was === is ? [] : [`settings ${name}: ${was ?? 'none'} -> ${is ?? 'none'}`]
  })
  const known = anyHostLines(before)
  return [...changed, ...anyHostLines(after).filter((line) => !known.includes(line))]
}
