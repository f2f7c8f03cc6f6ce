import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')

test('describes the console for sites that list it', () =>
  expect(/<meta name="description" content="([^"]+)"/.exec(page)?.[1]).toBe(
    'Admin console for operators of gaming machines',
  ))

test('lists the icon for browsers without SVG icons before the scalable one', () => {
  const icons = [...page.matchAll(/<link\s+rel="icon"[^>]*>/g)].map(([tag]) => ({
    type: /type="([^"]+)"/.exec(tag)?.[1],
    href: /href="([^"]+)"/.exec(tag)?.[1] ?? '',
  }))
  expect(icons.map(({ type }) => type)).toEqual(['image/png', 'image/svg+xml'])
  const png = Buffer.from(icons[0]!.href.split('base64,')[1]!, 'base64')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // as wide and as tall as the tag says
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([32, 32])
  expect(icons[1]!.href).toMatch(/^data:image\/svg\+xml,/)
})
