import { inflateSync } from 'node:zlib'

/** Maps a font's codes to text. */
interface Font {
  /** The length of a code, in hexadecimal digits. */
  codeLength: number
  texts: ReadonlyMap<number, string>
}

/**
 * The text of each page that Chromium has printed: lines from top to bottom, the texts of each line from left
 * to right. Only for PDFs written by Chromium (Skia).
 */
export function printedPages(pdf: Buffer): string[][][] {
  const objects = readObjects(pdf)
  const fonts = new Map<string, Font>()
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const fontNames = /\/Font <<(.*?)>>/s.exec(head)?.[1] ?? ''
      for (const [, name, id] of fontNames.matchAll(/\/(\w+) (\d+) 0 R/g))
        fonts.set(name!, readFont(objects, id!))
      return readLines(objects.get(/\/Contents (\d+)/.exec(head)![1]!)!.content, fonts)
    })
}

function readObjects(pdf: Buffer): Map<string, { head: string; content: string }> {
  const objects = new Map<string, { head: string; content: string }>()
  const text = pdf.toString('latin1')
  for (const { 1: id, index, 0: start } of text.matchAll(/^(\d+) 0 obj\n/gm)) {
    const from = index + start.length
    const stream = text.indexOf('stream', from)
    const end = text.indexOf('endobj', from)
    const head = text.slice(from, stream === -1 || stream > end ? end : stream)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const bytes = pdf.subarray(stream + 'stream\n'.length).subarray(0, length)
    const isText = length > 0 && head.includes('/FlateDecode') && !/\/(Length1|Subtype)\b/.test(head)
    objects.set(id!, { head, content: isText ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

const HEX = '<([0-9A-Fa-f]+)>'

function readFont(objects: ReturnType<typeof readObjects>, id: string): Font {
  const map = /\/ToUnicode (\d+)/.exec(objects.get(id)!.head)?.[1]
  const cmap = map === undefined ? '' : objects.get(map)!.content
  const texts = new Map<number, string>()
  for (const [, block] of cmap.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code, text] of block!.matchAll(new RegExp(`${HEX} ${HEX}`, 'g')))
      texts.set(parseInt(code!, 16), fromUtf16(text!))
  for (const [, block] of cmap.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, first, last, text] of block!.matchAll(new RegExp(`${HEX} ${HEX} ${HEX}`, 'g')))
      for (let code = parseInt(first!, 16); code <= parseInt(last!, 16); code += 1)
        texts.set(code, String.fromCodePoint(parseInt(text!, 16) + code - parseInt(first!, 16)))
  const codeLength = new RegExp(`begincodespacerange\\s*${HEX}`).exec(cmap)?.[1]?.length ?? 4
  return { codeLength, texts }
}

const fromUtf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Texts at the same height form a line. */
function readLines(content: string, fonts: ReadonlyMap<string, Font>): string[][] {
  const lines = new Map<number, { x: number; text: string }[]>()
  for (const [, block] of content.matchAll(/^BT\n(.*?)^ET$/gms)) {
    const font = fonts.get(/\/(\w+) [\d.]+ Tf/.exec(block!)![1]!)!
    const [x, y] = /([-\d.]+) ([-\d.]+) Tm/.exec(block!)!.slice(1).map(Number)
    const codes = [...block!.matchAll(new RegExp(HEX, 'g'))].flatMap(([, hex]) =>
      Array.from({ length: hex!.length / font.codeLength }, (_, place) =>
        parseInt(hex!.slice(place * font.codeLength, (place + 1) * font.codeLength), 16),
      ),
    )
    const text = codes.map((code) => font.texts.get(code) ?? '\uFFFD').join('')
    const height = Math.round(y!)
    lines.set(height, [...(lines.get(height) ?? []), { x: x!, text }])
  }
  return [...lines.entries()]
    .sort(([first], [second]) => first - second)
    .map(([, texts]) => texts.sort((first, second) => first.x - second.x).map(({ text }) => text.trim()))
    .map((texts) => texts.filter((text) => text !== ''))
    .filter((texts) => texts.length > 0)
}
