# convo alone: a static program, certificates to call vendors, and a /tmp.
# docker build -t convo . && docker run --rm -i convo transform -t anthropic < chat.json
FROM golang:1.26 AS build
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -tags urfave_cli_no_docs -ldflags "-s -w -funcalign=8" -o /root-of-image/convo . \
	&& mkdir -p -m 1777 /root-of-image/tmp /root-of-image/etc/ssl/certs \
	&& cp /etc/ssl/certs/ca-certificates.crt /root-of-image/etc/ssl/certs/

FROM scratch
COPY --from=build /root-of-image/ /
WORKDIR /work
ENTRYPOINT ["/convo"]
