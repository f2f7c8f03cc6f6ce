import { HEARTBEAT_SECONDS, type EventName } from '@console/shared-kernel/contracts'
import type { SessionUser } from '../tree'
import type { Round } from './changes'
import { EMPTY, type Frame, attentionFrames, frameText, framesFor, HEARTBEAT } from './frames'
import { hasSeen, isLater, type Snapshot } from './snapshot'

/** The answer that a stream is written to. */
export interface Sink {
  send(text: string): void
  /** Bytes that the client has not read yet. */
  waiting(): number
  /** Ends the answer; the client gets a short time to read what is waiting. */
  end(): void
  cutOff(): void
}

/** A client that leaves more than this unread is cut off, and resumes from its position. */
const MAX_WAITING_BYTES = 1_000_000

/** The events sent to one client. */
export class EventStream {
  readonly viewer: SessionUser
  private readonly sink: Sink
  private readonly onSent: (name: EventName) => void
  private readonly endsAt: number
  private sentAt: number
  /** Null until it is known where the stream begins; rounds are held until then. */
  private seen: Snapshot | null = null
  private held: Round[] = []
  /** The position that the client has. */
  private sentPosition: Snapshot | null = null
  private isOpen = true

  /** Times are monotonic milliseconds. */
  constructor(
    viewer: SessionUser,
    sink: Sink,
    { now, endsAt, onSent }: { now: number; endsAt: number; onSent: (name: EventName) => void },
  ) {
    this.viewer = viewer
    this.sink = sink
    this.onSent = onSent
    this.endsAt = endsAt
    this.sentAt = now
    sink.send(HEARTBEAT)
  }

  /** Begins for a client without a position. */
  beginAt(snapshot: Snapshot, now: number): void {
    this.write([{ name: 'start', data: EMPTY }], snapshot, now)
    this.replayHeld(snapshot, now)
  }

  /**
   * Begins for a client with a position. The new one is sent even if nothing was missed: it shows that the stream is
   * up.
   */
  beginAfter(missed: Round, now: number): void {
    this.take(missed, now)
    this.replayHeld(missed.to, now)
    this.sendPosition(now)
  }

  deliver(round: Round, now: number): void {
    if (this.seen === null) this.held.push(round)
    else this.take(round, now)
  }

  /** Called once a second. @returns whether the stream is still open */
  tick(now: number): boolean {
    if (now >= this.endsAt) this.end(now)
    if (this.isOpen && now - this.sentAt >= HEARTBEAT_SECONDS * 1000) this.beat(now)
    return this.isOpen
  }

  end(now: number): void {
    if (!this.isOpen) return
    this.sendPosition(now)
    this.isOpen = false
    this.sink.end()
  }

  private replayHeld(snapshot: Snapshot, now: number): void {
    this.seen = snapshot
    for (const round of this.held) this.take(round, now)
    this.held = []
  }

  private take({ to, changes, attention }: Round, now: number): void {
    const { seen } = this
    // a server that has taken over may have assigned fewer transaction ids
    if (seen !== null && changes !== null && !isLater(to, seen)) return
    this.seen = to
    const frames: Frame[] =
      changes === null
        ? [{ name: 'again', data: EMPTY }]
        : changes
            .filter(({ xid }) => seen === null || !hasSeen(seen, xid))
            .flatMap((change) => framesFor(this.viewer, change))
    if (changes !== null) frames.push(...attentionFrames(this.viewer, attention))
    this.write(frames, to, now)
  }

  private beat(now: number): void {
    if (this.sendPosition(now)) return
    this.sentAt = now
    this.sink.send(HEARTBEAT)
  }

  /** Spares a client without events from rereading those of others on reconnect. */
  private sendPosition(now: number): boolean {
    const { seen, sentPosition } = this
    if (seen === null || seen === sentPosition) return false
    this.write([{ name: 'position', data: EMPTY }], seen, now)
    return true
  }

  private write(frames: readonly Frame[], position: Snapshot, now: number): void {
    if (frames.length === 0 || !this.isOpen) return
    if (this.sink.waiting() > MAX_WAITING_BYTES) {
      this.isOpen = false
      this.sink.cutOff()
      return
    }
    this.sentPosition = position
    this.sentAt = now
    this.sink.send(frameText(frames, position.text))
    for (const { name } of frames) this.onSent(name)
  }
}
