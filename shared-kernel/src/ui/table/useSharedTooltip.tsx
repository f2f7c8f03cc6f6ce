import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import Tooltip from '@mui/material/Tooltip'
import { TOOLTIP_DELAY_MS, TOOLTIP_TOUCH_DELAY_MS } from '../theme'

interface Tip {
  anchor: Element
  text: string
}

export const tipProps = (text: string | undefined) => ({ 'data-tip': text })
export const hasTip = (element: HTMLElement): boolean => element.dataset['tip'] !== undefined

/** Works only inside a table: its `useSharedTooltip` shows the text. */
export const Tip = ({ text, children }: { text: string | undefined; children: ReactNode }) => (
  <span {...tipProps(text)}>{children}</span>
)

const tipOf = (target: EventTarget): Tip | null => {
  const anchor = target instanceof Element ? target.closest('[data-tip]') : null
  const text = anchor?.getAttribute('data-tip')
  return anchor && text ? { anchor, text } : null
}

/** One tooltip for all elements with `tipProps`, because one each would be the slowest part of a row. */
export function useSharedTooltip() {
  const [tip, setTip] = useState<Tip | null>(null)
  const wanted = useRef<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const want = (next: Tip | null, delay: number) => {
    if (wanted.current === (next?.anchor ?? null)) return
    wanted.current = next?.anchor ?? null
    clearTimeout(timer.current)
    setTip(null)
    if (next) timer.current = setTimeout(() => setTip(next), delay)
  }
  const hide = () => want(null, 0)
  const hideOnScroll = useEffectEvent(hide)
  useEffect(() => {
    const listening = new AbortController()
    // captured, because the table or the page may scroll, and scroll events do not bubble
    addEventListener('scroll', () => hideOnScroll(), { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [])

  const listeners = {
    onPointerOver: ({ pointerType, target }: PointerEvent) => {
      if (pointerType !== 'touch') want(tipOf(target), TOOLTIP_DELAY_MS)
    },
    // lifting a finger also fires pointerleave
    onPointerLeave: hide,
    onPointerDown: ({ pointerType, target }: PointerEvent) =>
      pointerType === 'touch' ? want(tipOf(target), TOOLTIP_TOUCH_DELAY_MS) : hide(),
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) want(tipOf(target), TOOLTIP_DELAY_MS)
    },
    onBlur: hide,
  }
  const tooltip = (
    <Tooltip
      open={tip !== null}
      // it covers the next row's button, which must get the click
      disableInteractive
      onClose={hide}
      title={tip?.text ?? ''}
      slotProps={{ popper: { anchorEl: tip?.anchor ?? null } }}
    >
      <span hidden />
    </Tooltip>
  )
  return { listeners, tooltip }
}
