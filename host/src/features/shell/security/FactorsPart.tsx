import { useEffect, useRef, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CallError,
  CentredSpinner,
  messageOf,
  RetryAlert,
  showToast,
  useSingleFlight,
} from '@console/shared-kernel/core'
import { canUsePasskeys, whenOf } from '@console/shared-kernel/host'
import { AddCodesDialog } from './AddCodesDialog'
import { AddPasskeyDialog } from './AddPasskeyDialog'
import { CodesDialog } from './CodesDialog'
import {
  factorsQuery,
  removeCodes,
  removePasskey,
  renewRecoveryCodes,
  securityKey,
  type OwnFactors,
} from './api'
import { Item, LIST, Section } from './Section'

const FAILED = 'The second factor could not be changed. Please try again.'
const NONE = 'With a second factor, a stolen password is not enough to sign in.'

type Open = { adds: 'codes' | 'passkey' } | { codes: string[] } | null

export function FactorsPart() {
  const { data, isLoadingError, refetch } = useQuery(factorsQuery)
  const client = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [open, setOpen] = useState<Open>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isChanged = useRef(false)
  // what had the focus may be gone with the change
  useEffect(() => {
    if (isChanged.current && open === null && !busy && isFocusLost()) heading.current?.focus()
  }, [data, open, busy])
  const refresh = () => {
    isChanged.current = true
    return client.invalidateQueries({ queryKey: securityKey })
  }
  // an answer may have been lost
  const close = () => {
    setOpen(null)
    void refresh()
  }
  const change = (call: () => Promise<void>) =>
    void run(async () => {
      try {
        await call()
      } catch (failure) {
        if (!(failure instanceof CallError && failure.isProofDeclined))
          showToast(messageOf(failure, FAILED), 'error')
      }
      await refresh()
    })
  const added = (codes: string[]) => {
    setOpen(codes.length > 0 ? { codes } : null)
    void refresh()
  }
  return (
    <Section title="Second factor" headingRef={heading}>
      {isLoadingError && (
        <RetryAlert message="Your second factors could not be read." onRetry={() => void refetch()} />
      )}
      {!data && !isLoadingError && <CentredSpinner label="Loading second factors" />}
      {data && (
        <Held
          factors={data}
          busy={busy}
          onAdd={(adds) => setOpen({ adds })}
          onRemoveCodes={() => change(removeCodes)}
          onRemovePasskey={(id) => change(() => removePasskey(id))}
          onRenew={() => change(async () => setOpen({ codes: await renewRecoveryCodes() }))}
        />
      )}
      {open && 'adds' in open && open.adds === 'codes' && (
        <AddCodesDialog needsPassword={!hasFactor(data)} onAdded={added} onClose={close} />
      )}
      {open && 'adds' in open && open.adds === 'passkey' && (
        <AddPasskeyDialog needsPassword={!hasFactor(data)} onAdded={added} onClose={close} />
      )}
      {open && 'codes' in open && <CodesDialog codes={open.codes} onClose={() => setOpen(null)} />}
    </Section>
  )
}

/** A dialog has it as a whole where the control that had it is gone. */
const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, :disabled, [role=presentation]') ?? true

const hasFactor = (factors?: OwnFactors): boolean =>
  factors !== undefined && (factors.totp !== null || factors.passkeys.length > 0)

interface HeldProps {
  factors: OwnFactors
  busy: boolean
  onAdd: (adds: 'codes' | 'passkey') => void
  onRemoveCodes: () => void
  onRemovePasskey: (id: string) => void
  onRenew: () => void
}

function Held({ factors, busy, onAdd, onRemoveCodes, onRemovePasskey, onRenew }: HeldProps) {
  const { totp, passkeys, recoveryCodes, canAdd } = factors
  const remove = (name: string, onRemove: () => void) => (
    <Button size="small" disabled={busy} aria-label={`Remove ${name}`} onClick={onRemove}>
      Remove
    </Button>
  )
  return (
    <>
      {!hasFactor(factors) && <Typography sx={{ color: 'text.secondary' }}>{NONE}</Typography>}
      <Box component="ul" sx={LIST}>
        {totp !== null && (
          <Item
            primary="App for codes"
            secondary={`Added ${whenOf(totp)}`}
            action={remove('app for codes', onRemoveCodes)}
          />
        )}
        {passkeys.map(({ id, name, usedAt }) => (
          <Item
            key={id}
            primary={`Passkey: ${name}`}
            secondary={usedAt === null ? 'Not used yet' : `Last used ${whenOf(usedAt)}`}
            action={remove(`passkey ${name}`, () => onRemovePasskey(id))}
          />
        ))}
        {hasFactor(factors) && (
          <Item
            primary="Recovery codes"
            secondary={`${recoveryCodes} of 10 left`}
            action={
              <Button size="small" disabled={busy} onClick={onRenew}>
                New codes
              </Button>
            }
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {canAdd.totp && (
          <Button variant="outlined" onClick={() => onAdd('codes')}>
            Add an app for codes
          </Button>
        )}
        {canAdd.passkeys && canUsePasskeys() && (
          <Button variant="outlined" onClick={() => onAdd('passkey')}>
            Add a passkey
          </Button>
        )}
      </Box>
    </>
  )
}
