import { useEffect, useEffectEvent, useRef, type MouseEvent } from 'react'
import { liveOpened, useOpen, useOpened, type OpenKind } from '../../client/opened'
import { indexAfterKey } from '../../domain/navigationKeys'
import { isCovered, isTypedInto } from '../shortcuts'

/** What a row opens: the panel of a machine or user. */
export interface OpensRow<Row> {
  kind: OpenKind
  /** The id in the address; null for a row that opens nothing. */
  idOf: (row: Row) => string | null
}

/** Browsers soon block address changes that are more frequent than this. */
const MIN_STEP_MS = 100
const CONTROLS = 'button, a, input, label, select, textarea, [role=button]'
/** Elements that handle arrow keys themselves. */
const WITH_ARROWS = '[role=menu], [role=listbox], [role=combobox], [role=tablist], [role=slider], input'

interface Options<Row> {
  opens: OpensRow<Row> | undefined
  rows: readonly Row[]
  /** What a click does instead while rows are being selected; `range` is true with Shift. */
  onSelect: ((row: Row, range: boolean) => void) | undefined
}

/** The row that the address opens. */
export function useOpenRow<Row>({ opens, rows, onSelect }: Options<Row>) {
  const { kind, id, action, showsPanel } = useOpened()
  const { open, step } = useOpen()
  const openId = opens !== undefined && kind === opens.kind ? id : null
  const openRow = (row: Row) => {
    const wanted = opens?.idOf(row)
    if (opens && wanted != null) open(opens.kind, wanted)
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { target, detail, defaultPrevented, currentTarget, shiftKey } = event
    if (defaultPrevented || detail > 1 || !(target instanceof Element)) return
    const element = target.closest<HTMLElement>('tr[data-index]')
    // what is drawn elsewhere, such as a menu, is not part of the row
    if (!element || !currentTarget.contains(element) || target.closest(CONTROLS)) return
    if (isSelecting(element)) return
    const row = rows[Number(element.dataset['index'])]
    if (row === undefined) return
    if (onSelect) onSelect(row, shiftKey)
    else openRow(row)
  }

  return {
    opens,
    openId,
    isOpen: (row: Row) => openId !== null && opens?.idOf(row) === openId,
    /** The panel is open and no dialog is: keys step through the rows. */
    isFollowing: openId !== null && showsPanel && action === null,
    openRow,
    step,
    onClick,
  }
}

/** Whether the user is selecting the element's text by dragging over it. */
function isSelecting(element: Element): boolean {
  const selected = getSelection()
  return selected?.isCollapsed === false && element.contains(selected.focusNode)
}

interface Following<Row> {
  open: ReturnType<typeof useOpenRow<Row>>
  rows: readonly Row[]
  /** More rows are still to come. */
  arriving: boolean
  frame: HTMLElement | null
  /** The row from which keys move. */
  focus: {
    current: number
    setFocused: (index: number) => void
    goTo: (index: number, body: HTMLElement) => void
  }
  reveal: (index: number) => void
}

/**
 * Keeps the open row in sight and in the tab order, and returns the focus to it when the panel closes. J, K
 * and the arrow keys step through the rows in the panel, even after the open one has been filtered out.
 */
export function useFollowOpenRow<Row>(following: Following<Row>): void {
  const { open, rows, arriving, frame, focus, reveal } = following
  const { opens, openId, isFollowing, step } = open
  const shown = useRef<string | null>(null)
  const lastStep = useRef(0)

  const indexOf = (id: string | null): number => {
    if (!opens || id === null) return -1
    const near = rows[focus.current]
    if (near !== undefined && opens.idOf(near) === id) return focus.current
    return rows.findIndex((each) => opens.idOf(each) === id)
  }

  const follow = useEffectEvent(() => {
    const last = shown.current
    if (openId === last || !frame) return
    const index = indexOf(openId ?? last)
    if (openId === null) {
      shown.current = null
      if (index === -1) return
      focus.setFocused(index)
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focus.goTo(index, frame)
      })
    } else if (index !== -1) {
      // otherwise the row may still be loading
      shown.current = openId
      focus.setFocused(index)
      reveal(index)
    }
  })
  useEffect(() => follow(), [openId, rows, frame])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented, repeat, timeStamp } = event
    const key = keyOf(event)
    if (key === null || defaultPrevented || !opens || !frame || isCovered(frame)) return
    if (isTypedInto(target) || !(target instanceof Element) || target.closest(WITH_ARROWS)) return
    const isInRows = target.closest('tbody') !== null && frame.contains(target)
    // Home and the like scroll the panel, unless they are pressed in a row
    if (!key.startsWith('Arrow') && !(isInRows && target instanceof HTMLTableRowElement)) return
    // the address may be ahead of what is rendered
    const index = indexOf(liveOpened().id)
    if (index === -1 && arriving) return
    // if the list no longer has the row, steps to those around its old place
    const from = index !== -1 ? index : key === 'ArrowDown' ? focus.current - 1 : focus.current
    const next = indexAfterKey(key, from, rows.length)
    const id = next === null ? null : opens.idOf(rows[next]!)
    if (next === null || id === null) return
    event.preventDefault()
    if (repeat && timeStamp - lastStep.current < MIN_STEP_MS) return
    lastStep.current = timeStamp
    step(opens.kind, id)
    if (isInRows) focus.goTo(next, frame)
  })
  useEffect(() => {
    if (!isFollowing) return undefined
    const listening = new AbortController()
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal })
    return () => listening.abort()
  }, [isFollowing])
}

const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' }

/** Maps J and K to ArrowDown and ArrowUp. Null with a modifier. */
function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey || shiftKey) return null
  return LETTERS[key.toLowerCase()] ?? key
}
