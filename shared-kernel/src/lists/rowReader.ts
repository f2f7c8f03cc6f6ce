/** Reads the items of an answer as its bytes arrive. */
export interface RowReader {
  /** The items that are complete with these bytes. @throws SyntaxError where they are not JSON */
  read: (bytes: Uint8Array) => readonly unknown[]
  /** The items that were left. @throws SyntaxError where the answer is no list, or not all of it */
  end: () => readonly unknown[]
}

/** Newline-delimited JSON: one JSON text a line. */
export function lineReader(): RowReader {
  const decoder = new TextDecoder()
  let rest = ''
  const itemsIn = (lines: string): unknown[] =>
    lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]))
  return {
    read: (bytes) => {
      const text = rest + decoder.decode(bytes, { stream: true })
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      return itemsIn(text.slice(0, end))
    },
    end: () => itemsIn(rest + decoder.decode()),
  }
}

/** A JSON array: read when all of it is there, because nothing tells where an item ends. */
export function arrayReader(): RowReader {
  const decoder = new TextDecoder()
  const parts: string[] = []
  return {
    read: (bytes) => {
      parts.push(decoder.decode(bytes, { stream: true }))
      return []
    },
    end: () => {
      const items: unknown = JSON.parse(parts.join('') + decoder.decode())
      if (!Array.isArray(items)) throw new SyntaxError('Not an array')
      return items
    },
  }
}
