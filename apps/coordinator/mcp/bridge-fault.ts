import {
  isJSONRPCErrorResponse,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type JSONRPCErrorResponse,
  type RequestId,
} from '@modelcontextprotocol/client';

export interface BridgeFault {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

export const endedEarly: BridgeFault = {
  code: 'unavailable',
  message:
    'The response was cut off: the coordinator has stopped, or the connection was lost. If you sent an idempotency_key, repeat the call with it: it has no further effect.',
};

export function answerWithin(error: unknown, id: RequestId): JSONRPCErrorResponse | undefined {
  if (!(error instanceof SdkHttpError)) return;
  const answer = parsed(error);
  return isJSONRPCErrorResponse(answer) ? { ...answer, id } : undefined;
}

export function toBridgeFault(error: unknown, url: URL): BridgeFault {
  if (error instanceof SdkHttpError) return refusal(error, url);
  if (error instanceof SdkError && error.code === SdkErrorCode.ClientHttpUnexpectedContent) {
    return { code: 'not_found', message: noCoordinator(url) };
  }
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
  if (cause) return unreachable(cause, url);
  const said = error instanceof Error ? error.message : String(error);
  return {
    code: 'upstream_failed',
    message: `The response of ${url.href} is not valid MCP: ${said}`,
  };
}

function refusal(error: SdkHttpError, url: URL): BridgeFault {
  const { status } = error;
  const { code, detail } = parsed(error) as { readonly code?: string; readonly detail?: string };
  if (code === undefined || detail === undefined) {
    // A starting coordinator answers 503 with plain text.
    return status === 503
      ? { code: 'unavailable', status, message: `The coordinator at ${url.href} is starting.` }
      : { code: 'not_found', status, message: `${noCoordinator(url)} (HTTP ${status})` };
  }
  const sentences: Readonly<Record<number, string>> = {
    401: `The coordinator rejected the token: it has expired, was revoked, or belongs to another project. Ask the person who started you for a new one (galley mcp token create).`,
    404: `No MCP endpoint at ${url.href}. A coordinator serves it at ${new URL('/mcp', url).href}.`,
  };
  return { code, status, message: sentences[status] ?? detail };
}

const noCoordinator = ({ href }: URL): string =>
  `The server at ${href} is not a Galley coordinator. Check --url, GALLEY_MCP_URL or coordinator.address.`;

function unreachable({ code = '', message }: NodeJS.ErrnoException, url: URL): BridgeFault {
  const reason = code || message;
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code)) {
    return {
      code: 'unavailable',
      message: `The certificate of ${url.href} is not trusted (${reason}). Pass the issuing certificate with --ca-file.`,
    };
  }
  return {
    code: 'unavailable',
    message: `No coordinator responds at ${url.href} (${reason}). Check that galley start runs at this address, then retry.`,
  };
}

/** An empty object if the body is not a JSON object. */
function parsed({ data }: SdkHttpError): object {
  try {
    const value: unknown = JSON.parse(String(data['text']));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
