import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Line } from './line'

const method = (dialogs: number): string[] => [
  'One run builds everything, serves it on one machine and measures it by turns. The result is the ratio to the reference; times are those of the machine below.',
  'References: the same code built as one application with lazy routes; a bare list of @tanstack/react-virtual; for line 7 one plain walk over the same users and one frame; for line 11 the same two lists, received and parsed by `JSON.parse` in a bare page.',
  "Times are the page's own (`performance.now()`), taken after the frame with the result was handed over for painting.",
  "CPU is the main thread's own time from the trigger until just after the paint, measured / reference. Nothing is judged by it. In the cold starts the CPU is slowed.",
  `Memory is that of a browser whose compilers are switched off: machine code counts as heap and grows as functions get hotter. A Master goes through all screens and ${dialogs} dialogs, at most one dialog a switch.`,
  'Bytes are of gzip -9. The data is that of `npm run seed -w api`: 100,000 users, 50,000 machines.',
]

/** Written by hand: limits that no run can measure. */
const LIMITS = readFileSync(join(import.meta.dirname, '..', 'limits.md'), 'utf8').trim()

/**
 * docs/performance.md: the results of one run, the method and the machine.
 * @param dialogs how many the round of line 8 opens
 */
export function performancePage(lines: readonly Line[], bytes: string, dialogs: number, when: Date): string {
  const rows = [...lines]
    .sort((a, b) => a.number - b.number)
    .map(({ number, what, measured, reference, ratio, cpu, toReach, reached }) =>
      cells([
        number,
        what,
        measured,
        reference,
        ratio?.toFixed(2) ?? '',
        cpu,
        toReach,
        reached ? 'yes' : '**no**',
      ]),
    )
  return [
    '# Performance',
    '`npm run bench` writes this page.',
    method(dialogs)
      .map((sentence) => `- ${sentence}`)
      .join('\n'),
    [
      cells(['#', 'line', 'measured', 'reference', 'ratio', 'CPU', 'to reach', 'reached']),
      cells(['--:', '---', '--:', '--:', '--:', '--:', '--:', '---']),
      ...rows,
    ].join('\n'),
    '## What keeps a line from its bar',
    'Written by hand in `e2e/bench/limits.md`, from several runs on a machine of two cores without a GPU. The last one was on 2026-11-23; a later table may differ.',
    LIMITS,
    '## Bytes and requests',
    `\`\`\`\n${bytes}\n\`\`\``,
    '## The machine',
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${when.toISOString()}.`,
    '',
  ].join('\n\n')
}

const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`
