import type { AccessRule, Target } from './accessRules'

const TARGETS: Readonly<Record<Target, string>> = {
  'caller or below': 'about themselves or anybody below',
  below: 'about anybody below',
  'owned below': 'about a machine of anybody below',
}

export function describeRule({ caller, levels, target, items }: AccessRule): string {
  if (caller === 'anyone') return 'Open to anyone.'
  const who = levels ? `Users of level ${levels[0]} to ${levels.at(-1)}` : 'Any signed-in user'
  if (items) return `${who}, each item ${TARGETS[items]}.`
  return target ? `${who}, ${TARGETS[target]}.` : `${who}.`
}
