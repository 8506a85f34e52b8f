{{- define "tessera.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tessera.selector" -}}
app.kubernetes.io/name: tessera
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tessera.labels" -}}
{{ include "tessera.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* The host of an origin, without its port. */ -}}
{{- define "tessera.host" -}}
{{- with . -}}
{{- regexReplaceAll "^https?://([^/:]+).*$" . "${1}" -}}
{{- end -}}
{{- end -}}
