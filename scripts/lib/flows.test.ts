import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from './paths'

/* ARCHITECTURE.md follows each flow through its files: they exist, and a reader opens no more than fifteen. */

const MOST_FILES = 15

const sources = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: root }).toString().split('\0')

/** `**Title.** Fifteen files:`, and the numbered lines that follow. */
const FLOW = /^\*\*(?<title>[^*]+)\.\*\* Fifteen files:\n\n(?<steps>(?:\d\. .*\n)+)/gm

const flows = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(FLOW)].map(({ groups }) => ({
  title: groups!.title!,
  files: [...new Set([...groups!.steps!.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file]) => file!))],
}))

it('there are three flows', () => expect(flows).toHaveLength(3))

describe.each(flows)('$title', ({ files }) => {
  it('is followed through fifteen files', () => expect(files).toHaveLength(MOST_FILES))

  it.each(files)('%s exists', (file) =>
    expect(sources.filter((source) => `/${source}`.endsWith(`/${file}`))).not.toEqual([]),
  )
})
