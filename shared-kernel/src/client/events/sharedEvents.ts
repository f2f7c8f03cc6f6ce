import { followEvents, MAX_SILENCE_MS, type News } from './eventStream'

/** The stream as each tab sees it. */
export interface EventState extends News {
  isUp: boolean
  /** When the stream was heard last, in epoch milliseconds. */
  heardAt: number
}

/** What the tab that reads the stream sends to the other tabs, which ask for it with `HELLO`. */
type Message = EventState | typeof HELLO
const HELLO = 'hello'
/** Change the name if the messages change: tabs may run different builds. */
const CHANNEL = 'console-events-1'
const WATCH_MS = 5_000

interface Options {
  /** Tabs with the same name share a stream. */
  name: string
  /** The position at which the first tab starts; null to start with the next events. */
  position: string | null
  signal: AbortSignal
  /** @param isGap whether events are missing before these */
  onState: (state: EventState, isGap: boolean) => void
}

/**
 * Shares one stream among all tabs of a browser: the tab that has the lock reads it and sends it to the
 * others. When that tab is closed, the next one continues from its position. Without locks or channels there
 * is no stream.
 */
export async function shareEvents({ name, position, signal, onState }: Options): Promise<void> {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined' || signal.aborted) return
  const tab = new Tab(`${CHANNEL} ${name}`, onState)
  signal.addEventListener('abort', () => tab.close())
  const read = () =>
    followEvents({
      position: tab.position ?? position,
      signal,
      onNews: (news) => tab.broadcast({ ...news, isUp: true, heardAt: Date.now() }),
      onLost: () => tab.reportLost(),
    })
  // rejects if the signal is aborted while another tab has the lock
  await navigator.locks.request(tab.name, { signal }, () => tab.lead(read)).catch(() => undefined)
}

class Tab {
  readonly name: string
  private readonly onState: Options['onState']
  private readonly channel: BroadcastChannel
  private readonly watch: ReturnType<typeof setInterval>
  /** Null until an event has arrived. */
  private state: EventState | null = null
  private isLeading = false

  constructor(name: string, onState: Options['onState']) {
    this.name = name
    this.onState = onState
    this.channel = new BroadcastChannel(name)
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data)
    this.watch = setInterval(() => this.checkSilence(), WATCH_MS)
    this.channel.postMessage(HELLO satisfies Message)
  }

  get position(): string | null {
    return this.state?.position ?? null
  }

  close(): void {
    clearInterval(this.watch)
    this.channel.close()
  }

  async lead(read: () => Promise<void>): Promise<void> {
    this.isLeading = true
    await read()
    this.isLeading = false
  }

  broadcast(state: EventState): void {
    this.channel.postMessage(state satisfies Message)
    this.apply(state)
  }

  reportLost(): void {
    const { state } = this
    if (state) this.broadcast({ ...state, events: [], before: state.position, isUp: false })
  }

  private receive(message: Message): void {
    if (message !== HELLO) this.apply(message)
    else if (this.isLeading && this.state)
      this.channel.postMessage({ ...this.state, events: [], before: this.state.position } satisfies Message)
  }

  private apply(state: EventState): void {
    const isGap = this.position !== null && this.position !== state.before
    this.state = state
    this.onState(state, isGap)
  }

  /** The tab that reads the stream may be frozen, or may have slept. */
  private checkSilence(): void {
    const { state } = this
    if (this.isLeading || !state?.isUp || Math.abs(Date.now() - state.heardAt) <= MAX_SILENCE_MS) return
    this.apply({ ...state, events: [], before: state.position, isUp: false })
  }
}
