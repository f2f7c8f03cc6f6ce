import { createContext, use, useState, type KeyboardEvent } from 'react'
import { liveOpened } from '../../client/opened'
import { indexAfterKey } from '../../domain/navigationKeys'
import type { TreePlace } from '../../domain/packedTreeRow'
import { focusSearch } from '../searchAndRows'
import { indexOfKey } from './useHeldRow'
import type { RowKey } from './useKeptPosition'

export interface TreeOptions<Row> {
  placeOf: (row: Row) => TreePlace
  onExpand: (row: Row, expanded: boolean) => void
}

type TreeStep = { expand: boolean } | { to: number } | null

function parentIndex<Row>(rows: readonly Row[], from: number, { placeOf }: TreeOptions<Row>): number {
  const { level } = placeOf(rows[from]!)
  let index = from
  while (index > 0 && placeOf(rows[index]!).level >= level) index -= 1
  return placeOf(rows[index]!).level < level ? index : from
}

function treeStep<Row>(key: string, rows: readonly Row[], index: number, tree: TreeOptions<Row>): TreeStep {
  const row = rows[index]
  if (row === undefined) return null
  const { expanded } = tree.placeOf(row)
  if (key === 'ArrowRight') {
    if (expanded === null) return null
    return expanded ? { to: index + 1 } : { expand: true }
  }
  if (key !== 'ArrowLeft') return null
  return expanded ? { expand: false } : { to: parentIndex(rows, index, tree) }
}

/** Whether the controls of a row can be reached by Tab. */
export const CurrentRowContext = createContext(true)

export const useRowTabIndex = (): 0 | -1 => (use(CurrentRowContext) ? 0 : -1)

interface Options<Row> {
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => RowKey
  /** Identifies the result: a refresh of the same one keeps the current row. */
  foundBy: string | undefined
  initial: RowKey | null
  reveal: (index: number) => void
  onOpen: ((row: Row) => void) | undefined
  /** Called on Space; `range` is true with Shift. */
  onSelect: ((row: Row, range: boolean) => void) | undefined
  tree: TreeOptions<Row> | undefined
  /** Whether the keys that move the focus step through the rows in the panel instead. */
  follows: boolean
}

/** A roving tabindex for rows. It ignores keys in a row's controls. */
export function useRowFocus<Row>(options: Options<Row>) {
  const { rows, rowKey, foundBy, initial, reveal, onOpen, onSelect, tree, follows } = options
  const [focused, setFocused] = useState<number | null>(null)
  const [seen, setSeen] = useState({ rows, foundBy })
  if (seen.rows !== rows) {
    setSeen({ rows, foundBy })
    const row = focused === null ? undefined : seen.rows[focused]
    if (row !== undefined && foundBy !== undefined && foundBy === seen.foundBy) {
      const index = indexOfKey({ rows, rowKey }, rowKey(row, focused!), focused!)
      if (index !== -1) setFocused(index)
    }
  }
  const first =
    focused === null && initial !== null ? rows.findIndex((row, at) => rowKey(row, at) === initial) : 0
  const current = Math.min(focused ?? Math.max(0, first), Math.max(0, rows.length - 1))
  const currentRow = rows[current]
  const isChosen = focused !== null || (initial !== null && first >= 0)

  const goTo = (index: number, body: HTMLElement) => {
    setFocused(index)
    reveal(index)
    // the row may not be rendered before the next frame
    requestAnimationFrame(() => {
      const row = body.querySelector<HTMLElement>(`[data-index="${index}"]`)
      row?.focus({ preventScroll: true })
      // the page may scroll too; jsdom cannot
      row?.scrollIntoView?.({ block: 'nearest' })
    })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event
    const row = rows[current]
    if (row === undefined || !(target instanceof HTMLTableRowElement)) return
    // Escape first closes an open panel
    const isLeaving = key === 'Escape' ? !liveOpened().showsPanel : key === 'ArrowUp' && current === 0
    if (isLeaving && !follows && focusSearch(target)) return event.preventDefault()
    const next = indexAfterKey(key, current, rows.length)
    const step = next === null ? tree && treeStep(key, rows, current, tree) : { to: next }
    if (next !== null && follows) return
    if (step) {
      event.preventDefault()
      if ('to' in step) goTo(step.to, currentTarget)
      else tree?.onExpand(row, step.expand)
    } else if (key === 'Enter' && onOpen) {
      event.preventDefault()
      onOpen(row)
    } else if (key === ' ' && onSelect) {
      event.preventDefault()
      onSelect(row, event.shiftKey)
    }
  }

  return {
    current,
    row: isChosen && currentRow !== undefined ? rowKey(currentRow, current) : null,
    setFocused,
    goTo,
    onKeyDown,
  }
}
