package redact

import (
	"strings"
	"sync"
)

// vendor is the form of one vendor's keys: one of its marks, then characters of a
// set, as the vendor's documentation says or its keys show.
type vendor struct {
	kind, marks string
	of          class
	min, max    int  // characters after the mark
	weak        bool // the marks are weak: only at the start of a word, and only mixed characters
}

const awsID = "secret:aws-access-key"

// vendors may be in any order, but a longer mark comes before a shorter one that
// it begins with.
var vendors = []vendor{
	{awsID, "AKIA ASIA ABIA ACCA", upper | digits, 16, 16, false},
	{"secret:aws-bedrock-key", "ABSK", baseChars | equals, 100, 140, false},
	{"secret:github-token", "ghp_ gho_ ghu_ ghr_", word, 36, 255, false},
	{"secret:github-token", "ghs_", dotted, 36, 600, false},
	{"secret:github-token", "github_pat_", word, 60, 255, false},
	{"secret:gitlab-token", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- glsoat- glffct- gloas-", dotted, 20, 320, false},
	{"secret:gitlab-token", "GR1348941", token, 20, 60, false},
	{"secret:slack-token", "xoxe.xox", dotted | percent, 20, 400, false},
	{"secret:slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxc- xapp-", token, 20, 400, false},
	{"secret:slack-token", "xoxd-", token | plus | percent, 20, 600, false},
	{"secret:stripe-key", "sk_live_ rk_live_ sk_test_ rk_test_ sk_prod_", alnum, 16, 250, false},
	{"secret:webhook-secret", "whsec_", baseChars | equals, 24, 120, false},
	{"secret:anthropic-key", "sk-ant-", token, 24, 300, false},
	{"secret:openrouter-key", "sk-or-v1-", lowerHex, 40, 100, false},
	{"secret:openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", token, 24, 300, false},
	{"secret:langfuse-key", "sk-lf-", token, 32, 60, false},
	{"secret:openai-key", "sk-", alnum, 20, 200, true},
	{"secret:openai-session", "sess-", alnum, 40, 40, false},
	{"secret:google-key", "AIza", token, 35, 35, false},
	{"secret:google-oauth", "GOCSPX-", token, 24, 40, false},
	{"secret:google-oauth", "1//0", token, 35, 200, false},
	{"secret:npm-token", "npm_", alnum, 36, 36, false},
	{"secret:pypi-token", "pypi-AgE", token, 50, 400, false},
	{"secret:docker-token", "dckr_pat_ dckr_oat_", token, 20, 60, false},
	{"secret:huggingface-token", "hf_", alnum, 30, 40, true},
	{"secret:huggingface-token", "api_org_", letters, 34, 34, false},
	{"secret:mailgun-key", "key-", lower | digits, 32, 32, true},
	{"secret:heroku-key", "HRKU-", token, 30, 120, false},
	{"secret:digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", lowerHex, 64, 64, false},
	{"secret:cloudflare-token", "cfut_ cfat_ cfk_", alnum, 40, 60, false},
	{"secret:datadog-key", "ddapi_", word, 20, 60, false},
	{"secret:newrelic-key", "NRAK-", upper | digits, 27, 27, false},
	{"secret:newrelic-key", "NRII-", token, 32, 32, false},
	{"secret:newrelic-key", "NRRA-", alnum, 42, 42, false},
	{"secret:shopify-token", "shpat_ shpca_ shppa_ shpss_", lowerHex | upper, 32, 32, false},
	{"secret:square-token", "sq0atp-", token, 22, 22, false},
	{"secret:square-token", "sq0csp-", token, 43, 43, false},
	{"secret:square-token", "EAAA", token, 60, 60, true},
	{"secret:linear-key", "lin_api_", alnum, 32, 64, false},
	{"secret:linear-key", "lin_oauth_", alnum, 32, 80, false},
	{"secret:notion-token", "ntn_", alnum, 40, 60, false},
	{"secret:notion-token", "secret_", alnum, 43, 43, false},
	{"secret:age-key", "AGE-SECRET-KEY-1", upper | digits, 58, 58, false},
	{"secret:age-key", "AGE-PLUGIN-", upper | digits | dash, 40, 400, false},
	{"secret:1password-token", "ops_eyJ", token | equals, 60, 2000, false},
	{"secret:groq-key", "gsk_", alnum, 40, 60, false},
	{"secret:xai-key", "xai-", alnum, 60, 100, false},
	{"secret:perplexity-key", "pplx-", alnum, 40, 60, false},
	{"secret:replicate-token", "r8_", alnum, 35, 40, true},
	{"secret:fireworks-key", "fw_", alnum, 20, 40, true},
	{"secret:cerebras-key", "csk-", alnum, 40, 60, true},
	{"secret:nvidia-key", "nvapi-", token, 50, 80, false},
	{"secret:together-key", "tgp_v1_", token, 30, 60, false},
	{"secret:langsmith-key", "lsv2_pt_ lsv2_sk_", word, 32, 60, false},
	{"secret:elevenlabs-key", "sk_", lowerHex, 48, 48, false},
	{"secret:tavily-key", "tvly-", token, 20, 60, false},
	{"secret:pinecone-key", "pcsk_", word, 50, 90, false},
	{"secret:supabase-key", "sbp_", lowerHex, 40, 60, false},
	{"secret:supabase-key", "sb_secret_", token, 25, 60, false},
	{"secret:netlify-token", "nfp_", alnum, 36, 40, false},
	{"secret:vercel-token", "vcp_", alnum, 40, 80, false},
	{"secret:fly-token", "fm2_", baseChars | equals, 80, 2000, false},
	{"secret:fly-token", "fo1_", token, 40, 60, false},
	{"secret:planetscale-token", "pscale_tkn_ pscale_pw_ pscale_oauth_", dotted, 30, 64, false},
	{"secret:postman-key", "PMAK-", lowerHex | dash, 50, 70, false},
	{"secret:databricks-token", "dapi", lowerHex, 32, 32, true},
	{"secret:grafana-token", "glsa_", word, 38, 60, false},
	{"secret:grafana-token", "glc_eyJ", baseChars | equals, 40, 400, false},
	{"secret:sentry-token", "sntrys_eyJ", baseChars | equals | under, 60, 400, false},
	{"secret:sentry-token", "sntryu_", lowerHex, 64, 64, false},
	{"secret:figma-token", "figd_", token, 38, 60, false},
	{"secret:atlassian-token", "ATATT3 ATCTT3", token | equals, 150, 250, false},
	{"secret:atlassian-token", "ATBB", alnum, 32, 32, false},
	{"secret:hubspot-token", "pat-na1- pat-eu1-", lowerHex | dash, 36, 36, false},
	{"secret:pulumi-token", "pul-", lowerHex, 40, 40, false},
	{"secret:rubygems-key", "rubygems_", lowerHex, 48, 48, false},
	{"secret:crates-token", "cio", alnum, 32, 32, true},
	{"secret:nuget-key", "oy2", lower | digits, 43, 43, true},
	{"secret:contentful-token", "CFPAT-", token, 43, 43, false},
	{"secret:artifactory-key", "AKCp", alnum, 65, 75, false},
	{"secret:brevo-key", "xkeysib-", lowerHex | dash | alnum, 70, 90, false},
	{"secret:buildkite-token", "bkua_", lowerHex, 40, 40, false},
	{"secret:circleci-token", "CCIPAT_", word, 40, 80, false},
	{"secret:sonar-token", "squ_ sqp_", lowerHex, 40, 40, false},
	{"secret:tailscale-key", "tskey-", token, 20, 80, false},
	{"secret:prefect-key", "pnu_", alnum, 36, 36, false},
	{"secret:alibaba-key", "LTAI", alnum, 16, 26, false},
	{"secret:tencent-key", "AKID", alnum, 32, 32, false},
	{"secret:e2b-key", "e2b_", lowerHex, 40, 40, false},
	{"secret:jina-key", "jina_", token, 50, 70, false},
	{"secret:firecrawl-key", "fc-", lowerHex, 32, 32, true},
	{"secret:posthog-key", "phx_", alnum, 40, 60, false},
	{"secret:infracost-key", "ico-", alnum, 32, 32, true},
	{"secret:typeform-token", "tfp_", token, 40, 70, false},
	{"secret:readme-key", "rdme_", alnum, 60, 80, false},
	{"secret:vault-token", "hvs. hvb. hvr.", token, 20, 300, false},
	{"secret:sendgrid-key", "SG.", dotted, 66, 66, true},
	{"secret:google-oauth", "ya29.", token, 30, 400, false},
	{"secret:google-key", "AQ.Ab", token, 40, 80, false},
	{"secret:doppler-token", "dp.pt.", alnum, 40, 48, false},
	{"secret:doppler-token", "dp.st.", dotted, 40, 90, false},
	{"secret:dynatrace-token", "dt0c01.", dotted, 80, 100, false},
	{"secret:dropbox-token", "sl.u.", token, 100, 2000, false},
}

// marked is a mark and the vendor whose it is.
type marked struct {
	mark string
	*vendor
}

var (
	marks   [128][]marked
	marking sync.Once
)

// byMark returns the marks by their first byte. Those with a full stop, which
// separates words, are under the full stop. It makes the table on first use.
func byMark() *[128][]marked {
	marking.Do(func() {
		for i := range vendors {
			for mark := range strings.FieldsSeq(vendors[i].marks) {
				first := mark[0]
				if strings.Contains(mark, ".") {
					first = '.'
				}
				marks[first] = append(marks[first], marked{mark, &vendors[i]})
			}
		}
	})
	return &marks
}

// match returns where a key of the vendor that begins at s[i] ends, 0 if there is
// none.
func (v *marked) match(s string, i int) int {
	if !strings.HasPrefix(s[i:], v.mark) {
		return 0
	}
	body := i + len(v.mark)
	end := v.of.end(s, body)
	if v.of&dot != 0 {
		for end > body && (s[end-1] == '.' || s[end-1] == '-') {
			end--
		}
	}
	n := end - body
	if n < v.min || n > v.max || end < len(s) && alnum.in(s[end]) || isFiller.of(s[body:end]) {
		return 0
	}
	if v.weak && (digits.count(s[body:end]) < 2 || letters.count(s[body:end]) < 2) {
		return 0
	}
	return end
}

// dotted looks for a key whose mark ends in the full stop before the word at
// start. It returns where the key ends, 0 if there is none.
func (s *scan) dotted(start int) int {
	if start == 0 || s.text[start-1] != '.' {
		return 0
	}
	for _, v := range byMark()['.'] {
		at := start - strings.LastIndexByte(v.mark, '.') - 1
		if at < 0 || !begins(s.text, at) {
			continue
		}
		if end := v.match(s.text, at); end > 0 {
			return s.add(at, end, v.kind)
		}
	}
	return 0
}
