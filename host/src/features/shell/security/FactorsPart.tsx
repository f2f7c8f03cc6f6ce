import { useEffect, useRef, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CentredSpinner, RetryAlert, useFeature } from '@console/shared-kernel/core'
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
import { FactorQuestion, type Asked } from './FactorQuestion'
import { Item, LIST, Section } from './Section'

const NONE = 'With a second factor, a stolen password is not enough to sign in.'
const NOT_SET_UP = 'Second factors are not set up on this server.'

const NOT_KEPT = 'You have not confirmed that you kept them. If you do not have them, get new codes.'

type Open = { adds: 'codes' | 'passkey'; isFirst: boolean } | { codes: string[] } | Asked | null

export function FactorsPart() {
  const { data, isLoadingError, refetch } = useQuery(factorsQuery)
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isChanged = useRef(false)
  // the element that had the focus may have disappeared with the change
  useEffect(() => {
    if (isChanged.current && open === null && isFocusLost()) heading.current?.focus()
  }, [data, open])
  const refresh = () => {
    isChanged.current = true
    return client.invalidateQueries({ queryKey: securityKey })
  }
  const close = () => {
    setOpen(null)
    void refresh()
  }
  const leaveForm = async (isFirst: boolean) => {
    setOpen(null)
    await refresh()
    const isMissed = isFirst && hasFactor(client.getQueryData(factorsQuery.queryKey))
    // the answer with the recovery codes was lost; what was opened meanwhile stays
    if (isMissed) setOpen((now) => now ?? { renews: 'missed' })
  }
  const added = (codes: string[]) => {
    setOpen(codes.length > 0 ? { codes } : null)
    void refresh()
  }
  const adding = open && 'adds' in open ? open : null
  const AddDialog = adding?.adds === 'passkey' ? AddPasskeyDialog : AddCodesDialog
  return (
    <Section title="Second factor" headingRef={heading}>
      {isLoadingError && (
        <RetryAlert message="Your second factors could not be read." onRetry={() => void refetch()} />
      )}
      {!data && !isLoadingError && <CentredSpinner label="Loading second factors" />}
      {data && (
        <Held
          factors={data}
          onAdd={(adds) => setOpen({ adds, isFirst: !hasFactor(data) })}
          onRemove={(name, call) => setOpen({ removes: { name, call } })}
          onRenew={() => setOpen({ renews: 'held' })}
        />
      )}
      {adding && (
        <AddDialog
          needsPassword={adding.isFirst}
          onAdded={added}
          onClose={() => void leaveForm(adding.isFirst)}
        />
      )}
      {open && ('removes' in open || 'renews' in open) && (
        <FactorQuestion
          asked={open}
          onRenew={async () => added(await renewRecoveryCodes())}
          onDone={close}
          onClose={close}
        />
      )}
      {open && 'codes' in open && <CodesDialog codes={open.codes} onClose={close} />}
    </Section>
  )
}

/** The dialog has the focus if the control that had it was removed. */
const isFocusLost = (): boolean =>
  document.activeElement?.matches('body, :disabled, [role=presentation]') ?? true

const hasFactor = (factors?: OwnFactors): boolean =>
  factors !== undefined && (factors.totp !== null || factors.passkeys.length > 0)

interface HeldProps {
  factors: OwnFactors
  onAdd: (adds: 'codes' | 'passkey') => void
  onRemove: (name: string, call: () => Promise<void>) => void
  onRenew: () => void
}

function Held({ factors, onAdd, onRemove, onRenew }: HeldProps) {
  const { totp, passkeys, recoveryCodes, recoveryCodesKept, canAdd } = factors
  const offersPasskeys = canAdd.passkeys && canUsePasskeys()
  // a server with SECOND_FACTOR=off does not change factors either
  const isOff = useFeature('security')?.['totp'] === false
  const remove = (name: string, call: () => Promise<void>) =>
    isOff ? null : (
      <Button size="small" aria-label={`Remove ${name}`} onClick={() => onRemove(name, call)}>
        Remove
      </Button>
    )
  return (
    <>
      {!hasFactor(factors) && (
        <Typography sx={{ color: 'text.secondary' }}>
          {canAdd.totp || offersPasskeys ? NONE : NOT_SET_UP}
        </Typography>
      )}
      <Box component="ul" sx={LIST}>
        {totp !== null && (
          <Item
            primary="Authenticator app"
            secondary={`Added ${whenOf(totp)}`}
            action={remove('authenticator app', removeCodes)}
          />
        )}
        {passkeys.map(({ id, name, usedAt }) => (
          <Item
            key={id}
            primary={`Passkey: ${name}`}
            secondary={usedAt === null ? 'Not used yet' : `Last used ${whenOf(usedAt)}`}
            action={remove(`passkey ${name}`, () => removePasskey(id))}
          />
        ))}
        {hasFactor(factors) && (
          <Item
            primary="Recovery codes"
            secondary={`${recoveryCodes} of 10 left`}
            warning={recoveryCodesKept ? undefined : NOT_KEPT}
            action={
              isOff ? null : (
                <Button size="small" onClick={onRenew}>
                  New codes
                </Button>
              )
            }
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {canAdd.totp && (
          <Button variant="outlined" onClick={() => onAdd('codes')}>
            Add an authenticator app
          </Button>
        )}
        {offersPasskeys && (
          <Button variant="outlined" onClick={() => onAdd('passkey')}>
            Add a passkey
          </Button>
        )}
      </Box>
    </>
  )
}
