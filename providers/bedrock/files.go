package bedrock

import (
	"strings"

	"convo/conv"
)

// types are the words for the format of a file, and their media types.
const types = "png=image/png jpeg=image/jpeg gif=image/gif webp=image/webp " +
	"pdf=application/pdf csv=text/csv doc=application/msword docx=application/vnd.openxmlformats-officedocument.wordprocessingml.document " +
	"xls=application/vnd.ms-excel xlsx=application/vnd.openxmlformats-officedocument.spreadsheetml.sheet html=text/html txt=text/plain md=text/markdown " +
	"mkv=video/x-matroska mov=video/quicktime mp4=video/mp4 webm=video/webm flv=video/x-flv mpeg=video/mpeg mpg=video/mpeg wmv=video/x-ms-wmv three_gp=video/3gpp " +
	"mp3=audio/mpeg wav=audio/wav"

// typeOf is the media type of a file of a kind and a format.
func typeOf(kind, ending string) string {
	for pair := range strings.FieldsSeq(types) {
		if word, is, _ := strings.Cut(pair, "="); word == ending {
			return is
		}
	}
	if kind == "document" {
		kind = "application"
	}
	return kind + "/" + ending
}

// endingOf is the word for the format of a file.
func endingOf(f *conv.Media) string {
	for pair := range strings.FieldsSeq(types) {
		if word, is, _ := strings.Cut(pair, "="); is == f.MIMEType {
			return word
		}
	}
	_, ending, _ := strings.Cut(f.MIMEType, "/")
	return ending
}

// documents are the media types of documents, for the rules.
const documents = " application/pdf text/csv application/msword application/vnd.openxmlformats-officedocument.wordprocessingml.document" +
	" application/vnd.ms-excel application/vnd.openxmlformats-officedocument.spreadsheetml.sheet text/html text/plain text/markdown "
