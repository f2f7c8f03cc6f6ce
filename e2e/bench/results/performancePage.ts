import { cpus, totalmem } from 'node:os'
import type { Line } from './line'

const method = (dialogs: number): string[] => [
  'One run builds everything, serves it on one machine and alternates the measurements.',
  'Each line is compared with the same code built as one application with lazy routes; lists with a bare @tanstack/react-virtual list; line 7 with one walk over the same users and one frame; line 11 with the same lists, received and parsed by `JSON.parse` in a bare page; line 13 with the list at rest; lines 14 and 15 with a react-admin application (`e2e/bench/peer`) that also searches and sorts whole lists in the page, 500 ms after a key, its default.',
  "Times (`performance.now()`), medians unless p95, end when the frame with the result is handed over for painting. Cold ones have an empty cache, 40 ms latency, 10 Mbit/s and a CPU slowed down four times. CPU is the main thread's time until just after the paint, measured / reference.",
  `Line 8 is measured without the browser's compilers, since machine code counts as heap. A Master goes through all screens and ${dialogs} dialogs, at most one dialog per switch.`,
  'The memory of line 15 is that of page and workers after a garbage collection, with binary data.',
  'Bytes are after gzip -9, in line 14 of files requested before the first rows on a fast network. The data comes from `npm run seed -w api`: 100,000 users, 50,000 machines.',
]

/**
 * docs/performance.md: the results of one run, the method and the machine.
 * @param dialogs how many the round of line 8 opens
 */
export function performancePage(lines: readonly Line[], dialogs: number, when: Date): string {
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
        reached ? toReach : `**${toReach}**`,
      ]),
    )
  return [
    '# Performance',
    '`npm run bench` writes this page. Missed bars are **bold**; [limits.md](../e2e/bench/limits.md) explains why.',
    method(dialogs)
      .map((sentence) => `- ${sentence}`)
      .join('\n'),
    [
      cells(['#', 'line', 'measured', 'reference', 'ratio', 'CPU', 'bar']),
      cells(['--:', '---', '--:', '--:', '--:', '--:', '--:']),
      ...rows,
    ].join('\n'),
    '## The machine',
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${when.toISOString()}.`,
    '',
  ].join('\n\n')
}

const cells = (values: readonly (string | number)[]): string => `|${values.join('|')}|`
