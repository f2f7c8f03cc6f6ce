import { describe, expect, test } from '@jest/globals'
import { deployed } from '@console/shared-kernel/testing/node'
import { RemoteFailure, type FailurePhase } from '../remoteFailure'
import { alternativesTo, firstStep, stepAfter, type Source } from './candidates'

const candidates = (...sources: Source[]) => sources.map((source) => ({ source, deployed: deployed() }))
const failed = (phase: FailurePhase) => new RemoteFailure(phase, '')
const hung = (phase: FailurePhase = 'timeout') => new RemoteFailure(phase, '', undefined, true)

/** The releases tried one after the other; `*` stands behind one that may take all its time. */
function triedAfter(sources: Source[], ...failures: RemoteFailure[]): string {
  const all = candidates(...sources)
  let step = firstStep(all) as ReturnType<typeof stepAfter>
  const tried: string[] = []
  const note = () => step && tried.push(`${sources[step.at]}${step.final ? '*' : ''}`)
  note()
  for (const failure of failures) {
    step = step && stepAfter(all, step, failure)
    note()
  }
  return step ? tried.join(' ') : `${tried.join(' ')} panel`
}

describe('the fallback order', () => {
  const load = failed('load')
  test.each<[string, Source[], RemoteFailure[], string]>([
    [
      'once more, previous, panel',
      ['current', 'previous'],
      [load, load, load],
      'current current previous* panel',
    ],
    ['once more, panel where there is no previous', ['current'], [load, load], 'current* current* panel'],
    ['past a hang at once', ['current', 'previous'], [hung()], 'current previous*'],
    ['past a hang of the second try', ['current', 'previous'], [load, hung()], 'current current previous*'],
    ['no second wait for the last one', ['current'], [hung()], 'current* panel'],
    [
      'no second wait for a previous one',
      ['current', 'previous'],
      [hung(), hung()],
      'current previous* panel',
    ],
    ['past one that does not fit', ['current', 'previous'], [failed('compatibility')], 'current previous*'],
    ['nothing fits', ['current'], [failed('compatibility')], 'current* panel'],
    [
      'from a canary to what everyone has',
      ['canary', 'current', 'previous'],
      [failed('module'), load, load],
      'canary current current previous*',
    ],
    ['from an override whose files do not come', ['override', 'current'], [load], 'override current*'],
    ['from an override that hangs', ['override', 'current'], [hung()], 'override current*'],
    ['a developer sees what fails', ['override', 'current'], [failed('module')], 'override panel'],
    [
      'the console’s part once more',
      ['current', 'previous'],
      [failed('host'), failed('host')],
      'current current* panel',
    ],
    ['the console’s part that hangs once more', ['current', 'previous'], [hung('host')], 'current current*'],
    ['the console’s part that has had its time', ['current'], [hung('host')], 'current* panel'],
  ])('%s', (_, sources, failures, tried) => expect(triedAfter(sources, ...failures)).toBe(tried))
})

describe('after a screen has thrown', () => {
  const offered = (shown: Source, ...sources: Source[]) => {
    const all = sources.map((source) => ({ source, deployed: deployed({ build: source }) }))
    return alternativesTo(
      all,
      all.find(({ source }) => source === shown)!,
    ).map(({ source }) => source)
  }
  test.each<[Source, Source[], Source[]]>([
    ['canary', ['canary', 'current', 'previous'], ['current', 'previous']],
    ['current', ['canary', 'current', 'previous'], ['previous']],
    ['current', ['current'], []],
    ['previous', ['current', 'previous'], []],
    ['override', ['override', 'current'], []],
  ])('of %s, with the candidates %j, the user is offered %j', (shown, sources, taken) =>
    expect(offered(shown, ...sources)).toEqual(taken),
  )
})
