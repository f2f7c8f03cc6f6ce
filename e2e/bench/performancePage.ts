import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Line } from './speed/line'
import { ROUND } from './speed/round'

const DIALOGS = ROUND.filter(({ open }) => open).length

const METHOD = `\`npm run bench\` builds what it needs, serves the console, the same code built as one application with lazy routes, and a bare list of @tanstack/react-virtual, and measures them in one run on one machine, taking turns. The result is the ratio; the times themselves are those of the machine below. Times are the page's own (\`performance.now()\`), taken after the frame that shows the result was handed over for painting; CPU is the time of the main thread's own clock from the trigger until it was read, just after the paint, of what is measured / of its reference, and is judged by nothing: in the cold starts it is that of the slowed CPU. Line 7's reference is one plain walk over the same users, in the same page, and one frame; line 11's are the same two lists, received and parsed by \`JSON.parse\` in a bare page. Memory is that of a browser whose compilers are switched off, since machine code counts as heap and grows for as long as functions get hotter; its switches are a Master's, over and over through all screens and ${DIALOGS} dialogs, at most one a switch. Bytes are of gzip -9. The data is that of \`npm run seed -w api\`: 100,000 users, 50,000 machines.`

/** Kept by hand: what no run can say. */
const LIMITS = readFileSync(join(import.meta.dirname, 'limits.md'), 'utf8').trim()

/** docs/performance.md: the lines of one run, the method and the machine. */
export function performancePage(lines: readonly Line[], bytes: string, when: Date): string {
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
    METHOD,
    [
      cells(['#', 'line', 'measured', 'reference', 'ratio', 'CPU', 'to reach', 'reached']),
      cells(['--:', '---', '--:', '--:', '--:', '--:', '--:', '---']),
      ...rows,
    ].join('\n'),
    '## What keeps a line from its bar',
    'Kept by hand; the figures are those of this run and of earlier ones on a machine of two cores without a GPU.',
    LIMITS,
    '## Bytes and requests',
    `\`\`\`\n${bytes}\n\`\`\``,
    '## The machine',
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${when.toISOString()}.`,
    '',
  ].join('\n\n')
}

const cells = (values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`
